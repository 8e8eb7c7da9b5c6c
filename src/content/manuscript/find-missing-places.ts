import { formatList } from '../../domain/list-text.ts'
import { decodePercentEncoding } from '../../domain/percent-encoding.ts'
import { findLinks, renderBody } from '../markdown.ts'
import { type DocumentRef, publicPath } from './document.ts'
import type { FieldProblem } from './problem.ts'

/** Places around a text; not every page has all of them. */
const placesOfPages = ['top', 'main', 'contents', 'consent', 'corrections']

const maxSuggestions = 4

/** Lists links to places on our site. The path is empty for a place in the text itself. */
function listPlaceLinks(body: string) {
  return findLinks(body).flatMap(({ address, line }) => {
    const [, path, fragment = ''] = /^(|\/[^?#]*)(?:\?[^#]*)?#(.*)$/s.exec(address) ?? []
    const [place = ''] = fragment.split(':~:', 1)
    return path !== undefined && place ? [{ path, place: decodePercentEncoding(place), line }] : []
  })
}

/** Lists the stories and pages whose places a text links to. */
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

/** Lists a text's links to places that don't exist. A text that isn't known is assumed to have every place. */
function listMissing(ownPath: string, body: string, bodies: ReadonlyMap<string, string>) {
  const placesByPath = new Map<string, ReadonlySet<string>>()
  return listPlaceLinks(body).flatMap(({ path, place, line }) => {
    const target = path || ownPath
    const text = target === ownPath ? body : bodies.get(target)
    if (text === undefined || placesOfPages.includes(place)) return []
    const places = placesByPath.get(target) ?? listPlaces(text)
    placesByPath.set(target, places)
    return places.has(place) ? [] : [{ link: `${target}#${place}`, path, place, places, line }]
  })
}

/** Texts by their addresses. */
export type LinkedTexts = {
  readonly current: ReadonlyMap<string, string>
  /** The texts before this change, including the document's own. */
  readonly previous: ReadonlyMap<string, string>
}

const noTexts: LinkedTexts = { current: new Map(), previous: new Map() }

/** The links that an editor has just broken. */
export function findMissingPlaces(
  document: DocumentRef,
  body: string,
  { current, previous }: LinkedTexts = noTexts,
): FieldProblem[] {
  const ownPath = publicPath(document)
  const missingBefore = listMissing(ownPath, previous.get(ownPath) ?? '', previous)
  const before = new Set(missingBefore.map(({ link }) => link))
  return listMissing(ownPath, body, current).flatMap(({ link, path, place, places, line }) => {
    if (before.has(link)) return []
    const text = path === '' ? 'this text' : path
    const message = `#${place} isn’t a place in ${text}${describePlaces(places, place)}`
    return [{ field: ['body'], message, line }]
  })
}
