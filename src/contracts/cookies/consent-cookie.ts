/**
 * The reader's answer about sharing visits with a third party, in a cookie that pages and the server read. Only the
 * server sets it, because browsers delete cookies set by scripts after a week.
 * 1.granted.1790000000 version, answer, Unix seconds
 * ask pages have to ask the reader
 */
import { type ConsentAnswer, consentVersion } from '../../domain/consent.ts'

export const consentCookie = 'consent'
export const askForConsent = 'ask'

export const formatConsent = ({ isGranted, answeredAt, version }: ConsentAnswer): string =>
  [version, isGranted ? 'granted' : 'refused', Math.floor(answeredAt.getTime() / 1000)].join('.')

/** Returns null for anything that isn't an answer. */
export function parseConsent(value: string | undefined): ConsentAnswer | null {
  const [, version, answer, seconds] =
    /^(\d{1,4})\.(granted|refused)\.(\d{1,11})$/.exec(value ?? '') ?? []
  if (!version) return null
  return {
    version: Number(version),
    isGranted: answer === 'granted',
    answeredAt: new Date(Number(seconds) * 1000),
  }
}

export const createConsentAnswer = (isGranted: boolean, now: Date): ConsentAnswer => ({
  version: consentVersion,
  isGranted,
  answeredAt: new Date(Math.floor(now.getTime() / 1000) * 1000),
})
