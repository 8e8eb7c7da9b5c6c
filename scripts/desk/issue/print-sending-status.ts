import type { SendingStatus } from '../../../src/contracts/endpoints/issue-endpoints.ts'
import { countRecipients } from '../../../src/domain/issue/audience.ts'
import { site } from '../../../src/publication/identity.ts'
import { printText } from '../command-line/terminal.ts'
import { exclusionText, pauseText, stateText } from './sending-text.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: site.timeZone,
})

export const formatSendTime = (at: Date) => `on ${timeFormat.format(at)} (${site.timeZone})`

const formatCount = (count: number, label: string) => `${String(count).padStart(9)}  ${label}`

/** Returns a text such as “3 min”. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function formatStatus(status: SendingStatus): readonly string[] {
  const { slug, subject, state, pausedBy, sendAt, audience, progress } = status
  const { waiting, accepted, dropped, rejected, refused, unknown } = progress
  const stateLine = [stateText[state], pausedBy && pauseText[pausedBy]].filter(Boolean).join(' ')
  const lines = [`${slug}: ${stateLine}`, subject]
  if (!audience) return [...lines, `To be sent ${formatSendTime(new Date(sendAt))}`]
  const rate = status.perMinute === null ? [] : [`${status.perMinute} a minute`]
  const left = status.secondsLeft === null ? [] : [`${formatTimeLeft(status.secondsLeft)} left`]
  const counts: readonly (readonly [number, string])[] = [
    [countRecipients(audience), 'recipients'],
    [accepted, 'accepted by the provider'],
    [waiting, 'waiting'],
    [rejected, 'rejected by the provider'],
    [refused, 'refused by the provider; "weekly resume" sends them again'],
    [unknown, 'unknown: the provider’s response was lost, and these emails won’t be sent again'],
    ...Object.entries(dropped).map(
      ([name, count]) =>
        [count, `left out: ${exclusionText[name as keyof typeof exclusionText]}`] as const,
    ),
  ]
  return [
    ...lines,
    ...counts.map(([count, label]) => formatCount(count, label)),
    ...(rate.length + left.length > 0 ? [[...rate, ...left].join(', ')] : []),
  ]
}

export const printStatus = (status: SendingStatus) => printText(formatStatus(status).join('\n'))

export function formatStats({ slug, subject, progress, events }: SendingStatus): readonly string[] {
  const { accepted } = progress
  const formatShare = (count: number, label: string) => {
    const share = accepted === 0 ? '' : ` (${((100 * count) / accepted).toFixed(2)}%)`
    return formatCount(count, label + share)
  }
  return [
    `${slug}: ${subject}`,
    formatCount(accepted, 'sent'),
    formatShare(events.delivered, 'delivered'),
    formatShare(events.hardBounces, 'addresses that don’t exist'),
    formatShare(events.softBounces, 'temporarily not delivered'),
    formatShare(events.complaints, 'reported as spam'),
  ]
}
