/**
 * The caller's country as Cloudflare knows it, in a cookie that pages read.
 *     NP.free    statistics may store where a visit began
 *     DE         only if the reader agrees (domain/consent.ts)
 */
import { isConsentRequired } from '../../domain/consent.ts'

export const formatCountry = (country: string): string =>
  isConsentRequired(country) ? country : `${country}.free`
