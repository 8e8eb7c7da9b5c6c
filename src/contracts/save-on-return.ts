import { loginAddress } from './login-address.ts'

/** The end of the address by which somebody who has just logged in saves the story that they came from. */
export const saveOnReturn = '#save'

/** Where a guest goes who wants to save a story. */
export function loginToSave(slug: string): string {
  return loginAddress(`/${slug}${saveOnReturn}`)
}

export const saveOnReturnPattern = /^\/([a-z0-9-]+)#save$/

/** The slug of the story that somebody who logs in wants to save. `wanted` may be from anybody. */
export function storyToSave(wanted: string | null): string | null {
  return saveOnReturnPattern.exec(wanted ?? '')?.[1] ?? null
}

/** In sessionStorage, as JSON: the story of which a guest pressed Save in this tab. */
export const storyToSaveKey = 'story-to-save'
export type StoryToSave = { readonly slug: string; readonly title: string }
