/** The parts of a publication. Files beside this one define them for this publication (README.md). */
import type { AccentColour } from './accent-colours.ts'

/** The currencies of PayPal's subscriptions (ISO 4217). Source: "Currency codes" in PayPal's REST reference. */
export type Currency =
  | 'AUD'
  | 'BRL'
  | 'CAD'
  | 'CHF'
  | 'CNY'
  | 'CZK'
  | 'DKK'
  | 'EUR'
  | 'GBP'
  | 'HKD'
  | 'HUF'
  | 'ILS'
  | 'JPY'
  | 'MXN'
  | 'MYR'
  | 'NOK'
  | 'NZD'
  | 'PHP'
  | 'PLN'
  | 'RUB'
  | 'SEK'
  | 'SGD'
  | 'THB'
  | 'TWD'
  | 'USD'

type Store = { readonly name: string; readonly url: string }

export type Identity = {
  readonly name: string
  /**
   * Spellings that readers may take for the name, also in other scripts, each without an article. No reader's page can have
   * them in a name or an address.
   */
  readonly misspellings: readonly string[]
  /** The name below the app's icon, where about twelve letters fit. */
  readonly shortName: string
  readonly description: string
  readonly language: string
  /** The locale for Open Graph (`og:locale`), which needs a country. */
  readonly locale: string
  /** The time zone in which gifts, the newsletter and statistics count days (a name of the IANA's database). */
  readonly timeZone: string
  /** The day of the first issue, as “2019-02-15”. */
  readonly foundedOn: string
  /** The postal address on receipts, by lines. */
  readonly address: readonly string[]
  /** The page on which readers change their card at PayPal. */
  readonly paymentMethodsUrl: string
  /** The address for questions about subscriptions, and for readers whom the checkout turns down. */
  readonly subscriptionsEmail: string
  /** The address for readers whom the newsletter form turns down. */
  readonly newsletterEmail: string
  readonly editorsEmail: string
  /** The address in security.txt. */
  readonly securityEmail: string
  readonly shop?: string
  readonly helpCentre?: string
  readonly careers?: string
  /** Another organisation with a similar name. Readers in its country (namesake.css) see a note about it. */
  readonly namesake?: {
    readonly name: string
    /** The namesake's line of business, such as “book publisher”. */
    readonly trade: string
  }
  /** The apps' store listings. */
  readonly stores?: { readonly ios?: Store; readonly android?: Store }
}

export type Contact = { readonly name: string; readonly email: string; readonly purpose: string }

type SocialNetwork = 'instagram' | 'facebook' | 'twitter' | 'linkedin' | 'youtube'

export type SocialLink = {
  readonly network: SocialNetwork
  readonly name: string
  readonly url: string
}

export type PageLink = { readonly name: string; readonly path: string }

export type Newsletter = {
  readonly name: string
  /** The day of the week on which issues appear, from 0 (Sunday) to 6, as in `Date.getUTCDay`. */
  readonly weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** When an approved issue is sent on its day. */
  readonly hour: number
  /** Time zone of `hour` and `reminderHour` (a name of the IANA's database). */
  readonly timeZone: string
  /** When the editors are reminded of a missing issue, on the day before. */
  readonly reminderHour: number
  readonly pitch: string
}

export type Category = { readonly name: string; readonly accentColour: AccentColour }

export type FrontPageSection<Slug extends string> = {
  readonly category: Slug
  /** The layout of the section's stories. Each layout is a component in `features/articles/`. */
  readonly layout: 'wideFeature' | 'feature' | 'text' | 'pair' | 'triptych' | 'voices'
}

export type PlanKind = 'annual' | 'monthly' | 'student'

export type PriceClass = 'domestic' | 'international'

export type Plan = {
  readonly minorUnits: number
  readonly period: 'month' | 'year'
  readonly name: string
}

/** The plan of each kind for each price class. A student plan needn't be offered. */
export type Offers<Id extends string> = {
  readonly [Kind in Exclude<PlanKind, 'student'>]: Readonly<Record<PriceClass, Id>>
} & { readonly student?: Readonly<Record<PriceClass, Id>> }

export type Gift = Readonly<Record<PriceClass, number>> & { readonly months: number }

/** The free months that a subscriber can choose instead of cancelling. */
export type RetentionOffer = {
  /** The number of free months, at least one. */
  readonly months: number
  /** Months from one choice to the next. */
  readonly everyMonths: number
}

/** Numbers of free stories. 0 turns a step off, which isn't the same as used up. */
export type MeterAllowance = {
  readonly guest: number
  /** Additional stories for a guest in return for an email address. */
  readonly email: number
  /** Additional stories for a guest who followed a friend's link to a story, in return for an email address. */
  readonly referred: number
  /** The stories of an account without a subscription. */
  readonly registered: number
}
