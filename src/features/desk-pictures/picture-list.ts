import type { PictureDetails, PicturesQuery } from '../../contracts/pages/desk-page.ts'

/** Returns the path of a list: its first page, unless `after` is set. */
export function getPicturesPath(query: PicturesQuery): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value)
  return `/desk/pictures${parameters.size > 0 ? `?${parameters}` : ''}`
}

export const getPicturePath = (id: string) => `/desk/pictures/${encodeURIComponent(id)}`

/** Returns the name of a picture without a description: its file's name, or the words in its id. */
export function getPictureName({ name, id }: Pick<PictureDetails, 'name' | 'id'>): string {
  if (name !== '') return name
  const words = id.replace(/-[0-9a-f]{16}$/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
