import { formatTime } from '../../src/content/manuscript/local-time.ts'
import type { FrontPage } from './front-page-document.ts'

/** Describes a change to the front page, with one line per difference; empty if nothing changes. */
export function describeFrontPageChange(before: FrontPage, after: FrontPage): string[] {
  const describeList = (slugs: readonly string[]) => slugs.join(', ') || 'the newest stories'
  const describeChange = (name: string, old: string, now: string) =>
    old === now ? [] : [`${name}: ${now} (before: ${old})`]
  const listAdded = (old: readonly string[], now: readonly string[], text: string) =>
    now.filter((one) => !old.includes(one)).map((one) => `${one}: ${text}`)
  const listPins = ({ categoryPins }: FrontPage) =>
    categoryPins.map(
      ({ category, slug, until }) => `${slug} in ${category} until ${formatTime(until)}`,
    )
  const [pinsBefore, pinsAfter] = [listPins(before), listPins(after)]
  return [
    ...describeChange('lead', before.lead ?? 'the newest story', after.lead ?? 'the newest story'),
    ...describeChange('second tier', describeList(before.order), describeList(after.order)),
    ...listAdded(before.pins, after.pins, 'pinned'),
    ...listAdded(after.pins, before.pins, 'no longer pinned'),
    ...listAdded(pinsBefore, pinsAfter, 'pinned'),
    ...listAdded(pinsAfter, pinsBefore, 'no longer pinned'),
    ...listAdded(before.hiddenFromMostRead, after.hiddenFromMostRead, hiddenText),
    ...listAdded(after.hiddenFromMostRead, before.hiddenFromMostRead, shownText),
  ]
}

const hiddenText = 'hidden from the most-read lists within ten minutes'
const shownText = 'shown in the most-read lists again within ten minutes'
