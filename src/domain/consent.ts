/**
 * Decides whether a reader's visits may be shared with a third party. Our own counts contain nothing that identifies
 * anybody, and don't depend on this decision.
 */

/** Increase this when the question changes what is shared, or with whom, so that everybody is asked again. */
export const consentVersion = 1

/**
 * Countries where storing or reading data on a device for statistics needs consent, by ISO 3166-1 code. European
 * Economic Area: Directive 2002/58/EC (ePrivacy), article 5(3), with Regulation (EU) 2016/679, article 4(11). Regions
 * of member states with a separate code: Treaty on the Functioning of the EU, article 355(1), and Åland. United Kingdom
 * and islands: Privacy and Electronic Communications Regulations 2003, regulation 6, and the islands' and Gibraltar's
 * equivalents. Switzerland: Federal Act on Data Protection, article 6, and article 45c of the Telecommunications Act,
 * which requires less, but we ask anyway.
 */
const countriesWithConsent: readonly string[] = [
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE',
  'IS LI NO',
  'AX GF GP MF MQ RE YT',
  'GB GG GI IM JE',
  'CH',
]

/** Null means an unknown country, where we ask for consent to be safe. */
export const isConsentRequired = (country: string | null): boolean =>
  country === null || countriesWithConsent.some((codes) => codes.split(' ').includes(country))

export type ConsentAnswer = {
  readonly version: number
  readonly isGranted: boolean
  /** The time of the answer, without milliseconds. */
  readonly answeredAt: Date
}

/**
 * `off`: there is no third party. `forbidden`: the browser sends Global Privacy Control or Do Not Track, and the reader
 * isn't asked. `ask`: nothing is shared until the reader answers.
 */
export const sharingStates = ['off', 'forbidden', 'ask', 'allowed', 'refused'] as const
export type Sharing = (typeof sharingStates)[number]

export function decideSharing({
  isConfigured,
  isForbidden,
  country,
  answer,
}: {
  readonly isConfigured: boolean
  readonly isForbidden: boolean
  readonly country: string | null
  readonly answer: ConsentAnswer | null
}): Sharing {
  if (!isConfigured) return 'off'
  if (isForbidden) return 'forbidden'
  if (answer?.version === consentVersion) return answer.isGranted ? 'allowed' : 'refused'
  if (isConsentRequired(country)) return 'ask'
  // A refusal applies until there is a new answer, but an agreement only to what was asked at the time.
  return answer?.isGranted === false ? 'refused' : 'allowed'
}
