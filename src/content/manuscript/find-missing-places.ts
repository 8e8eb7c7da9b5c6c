import { formatList } from '../../domain/list-text.ts'
import { decodePercentEncoding } from '../../domain/percent-encoding.ts'
import { findLinks, renderBody } from '../markdown.ts'
import { publicPath } from './document.ts'
import type { Manuscript } from './parse-manuscript.ts'
import type { FileProblem } from './problem.ts'

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

export function listPlaces(body: string): ReadonlySet<string> {
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

/** Lists a text's links to places that don't exist. An unknown text may have any place. */
function createPlaceCheck(bodies: ReadonlyMap<string, string>) {
  const placesByPath = new Map<string, ReadonlySet<string>>()
  const getPlaces = (path: string) => {
    const known = placesByPath.get(path)
    if (known) return known
    const places = listPlaces(bodies.get(path)!)
    placesByPath.set(path, places)
    return places
  }
  return (ownPath: string) =>
    listPlaceLinks(bodies.get(ownPath) ?? '').flatMap(({ path, place, line }) => {
      const target = path || ownPath
      if (!bodies.has(target) || placesOfPages.includes(place)) return []
      const places = getPlaces(target)
      return places.has(place) ? [] : [{ link: `${target}#${place}`, path, place, places, line }]
    })
}

/**
 * The links that an editor has just broken: `stored` are other stories' texts by their addresses, and `previous` the
 * stored versions of these.
 */
export function findMissingPlaces(
  manuscripts: readonly Manuscript[],
  stored: ReadonlyMap<string, string> = new Map(),
  previous: ReadonlyMap<string, string> = new Map(),
): FileProblem[] {
  const bodies = manuscripts.map((one) => [publicPath(one), one.body] as const)
  const listMissing = createPlaceCheck(new Map([...stored, ...bodies]))
  const listMissingBefore = createPlaceCheck(new Map([...stored, ...previous]))
  return manuscripts.flatMap((manuscript) => {
    const ownPath = publicPath(manuscript)
    const before = new Set(listMissingBefore(ownPath).map(({ link }) => link))
    return listMissing(ownPath).flatMap(({ link, path, place, places, line }) => {
      if (before.has(link)) return []
      const text = path === '' ? 'this text' : path
      const message = `#${place} isn’t a place in ${text}${describePlaces(places, place)}`
      return [manuscript.problem(['body'], message, line)]
    })
  })
}
