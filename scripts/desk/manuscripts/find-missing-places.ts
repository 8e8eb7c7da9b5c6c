import { findLinks, renderBody } from '../../../src/content/markdown.ts'
import { formatList } from '../../../src/domain/list-text.ts'
import { decodePercentEncoding } from '../../../src/domain/percent-encoding.ts'
import type { Manuscript } from '../documents/manuscript.ts'
import type { FileProblem } from '../documents/problem.ts'
import { publicPath } from '../documents/revision.ts'

/** Places around a text, on pages that have them. */
const placesOfPages = ['top', 'main', 'contents', 'consent', 'corrections']

const maxSuggestions = 4

/** Links of our own to a place. The path is empty for the text itself. */
function listPlaceLinks(body: string) {
  return findLinks(body).flatMap(({ address, line }) => {
    const [, path, fragment = ''] = /^(|\/[^?#]*)(?:\?[^#]*)?#(.*)$/s.exec(address) ?? []
    const [place = ''] = fragment.split(':~:', 1)
    return path !== undefined && place ? [{ path, place: decodePercentEncoding(place), line }] : []
  })
}

/** The stories and pages to whose places a text links. */
export const listLinkedSlugs = (body: string): string[] =>
  listPlaceLinks(body).flatMap(({ path }) => /^\/([a-z0-9-]+)$/.exec(path)?.[1] ?? [])

function listPlaces(body: string): ReadonlySet<string> {
  const { freePreview, rest } = renderBody(body)
  return new Set([...(freePreview + rest).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!))
}

function describePlaces(places: ReadonlySet<string>, place: string): string {
  if (places.has(`on-${place}`)) return `: did you mean #on-${place}?`
  const headings = [...places].filter((one) => one.startsWith('on-'))
  if (headings.length === 0) return ', which has no headings'
  const others = headings.length > maxSuggestions ? ['others'] : []
  const suggestions = headings.slice(0, maxSuggestions).map((one) => `#${one}`)
  return `, which has ${formatList([...suggestions, ...others])}`
}

/** `stored` are other stories' texts by their addresses. An unknown text may have any place. */
export function findMissingPlaces(
  manuscripts: readonly Manuscript[],
  stored: ReadonlyMap<string, string> = new Map(),
): FileProblem[] {
  const bodies = new Map(stored)
  for (const manuscript of manuscripts) bodies.set(publicPath(manuscript), manuscript.body)
  return manuscripts.flatMap(({ body: ownBody, problem }) =>
    listPlaceLinks(ownBody).flatMap(({ path, place, line }) => {
      const body = path === '' ? ownBody : bodies.get(path)
      if (body === undefined || placesOfPages.includes(place)) return []
      const places = listPlaces(body)
      if (places.has(place)) return []
      const text = path === '' ? 'this text' : path
      return [
        problem(
          ['body'],
          `#${place} isn’t a place in ${text}${describePlaces(places, place)}`,
          line,
        ),
      ]
    }),
  )
}
