/** Converts links to places in the same text, whose headings have other ids here. */

import { listPlaces } from '../../../../src/content/manuscript/find-missing-places.ts'
import { findLinks } from '../../../../src/content/markdown.ts'
import { decodePercentEncoding } from '../../../../src/domain/percent-encoding.ts'
import type { LossReport } from '../../html-to-markdown/conversion-losses.ts'
import { transformOutsideCode } from './transform-outside-code.ts'

/** Keeps letters and digits: generators build headings' ids in different ways, but from the same ones. */
const toLetters = (id: string) =>
  id
    .replace(/^on-/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

export function convertPlaceLinks(body: string, losses: LossReport): string {
  if (!findLinks(body).some(({ address }) => address.startsWith('#'))) return body
  const places = listPlaces(body)
  const placesByLetters = new Map([...places].toReversed().map((id) => [toLetters(id), id]))
  return transformOutsideCode(body, (text) =>
    text.replace(
      /\[([^[\]]{0,500})\]\(#([^\s()<>]{1,300})\)/g,
      (whole, words: string, id: string) => {
        const place = decodePercentEncoding(id)
        if (places.has(place)) return whole
        const found = placesByLetters.get(toLetters(place))
        if (found) return `[${words}](#${found})`
        losses.addCounted('lost', 'a link', 'links', 'within the page became text')
        return words
      },
    ),
  )
}
