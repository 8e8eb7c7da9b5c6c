/** The publication's name, addresses and links. Replace those on example.com with your own. */
export const site = {
  name: 'The Verandah',
  /** Spellings that readers may take for the name. No reader's page can have them in a name or an address. */
  misspellings: ['Veranda', 'Varanda', 'Verenda', 'Verandha'],
  /** Shown below the app's icon, where about twelve letters fit. */
  shortName: 'Verandah',
  description:
    'News and stories from South Asia and its diaspora, reported at length and argued with care by writers who live where the story is.',
  language: 'en',
  /** For Open Graph (`og:locale`), which needs a country. */
  locale: 'en_GB',
  /** Gifts, The Weekly and statistics count days here (a name of the IANA's database). */
  timeZone: 'Asia/Colombo',
  /** The day of the first issue. */
  foundedOn: '2019-02-15',
  /** The postal address on receipts, by lines. */
  address: ['14 Temple Tree Lane', 'Colombo 00300', 'Sri Lanka'],
  /** Where readers change their card at PayPal. */
  paymentMethodsUrl: 'https://www.paypal.com/myaccount/autopay/',
  /** For questions about subscriptions, and for readers whom the checkout refuses. */
  subscriptionsEmail: 'subscriptions@example.com',
  /** For readers whom the newsletter form refuses. */
  newsletterEmail: 'weekly@example.com',
  editorsEmail: 'editors@example.com',
  /** In security.txt. */
  securityEmail: 'security@example.com',
  shop: 'https://shop.example.com/',
  helpCentre: 'https://help.example.com/',
  careers: 'https://careers.example.com/',
  newsletter: {
    name: 'The Weekly',
    frequency: 'every Sunday',
    /** Of its day, in the time zone above, when an approved issue is sent. */
    hour: 8,
    pitch: 'The week’s best stories by email, plus one you might have missed.',
  },
  /** Free days before a new subscriber's first payment; 0 for none. */
  trialDays: 0,
  /** An Indian book publisher with a similar name. Readers in India see a note about it. */
  namesake: 'Verandah Books',
  stores: {
    ios: { name: 'App Store', url: 'https://example.com/app-store' },
    android: { name: 'Google Play', url: 'https://example.com/google-play' },
  },
} as const

/** The addresses on /contact. The sample's pages name no others. */
export const contacts: readonly {
  readonly name: string
  readonly email: string
  readonly purpose: string
}[] = [
  {
    name: 'Editors',
    email: 'editors@example.com',
    purpose: 'Feedback on stories, story ideas, pitches, partnerships.',
  },
  {
    name: 'Corrections',
    email: 'corrections@example.com',
    purpose: 'Errors of fact, however small.',
  },
  {
    name: 'Subscriptions',
    email: site.subscriptionsEmail,
    purpose: 'Your account, payments, gifts, places at events, your personal data.',
  },
  {
    name: 'Press',
    email: 'press@example.com',
    purpose: 'Interviews, and permission to quote at length, translate or reprint.',
  },
]

export type SocialNetwork = 'instagram' | 'facebook' | 'twitter' | 'linkedin' | 'youtube'

export const socialLinks: readonly {
  readonly network: SocialNetwork
  readonly name: string
  readonly url: string
}[] = [
  { network: 'instagram', name: 'Instagram', url: 'https://example.com/instagram' },
  { network: 'facebook', name: 'Facebook', url: 'https://example.com/facebook' },
  { network: 'twitter', name: 'Twitter', url: 'https://example.com/twitter' },
  { network: 'linkedin', name: 'LinkedIn', url: 'https://example.com/linkedin' },
  { network: 'youtube', name: 'YouTube', url: 'https://example.com/youtube' },
]

/**
 * Links of the footer, in its order. They can't be read from the pages, because pages rendered on demand
 * have no access to the others.
 */
export const companyPages = [
  { name: 'About us', path: '/about' },
  { name: 'Why subscribe', path: '/why' },
  { name: 'Editorial standards', path: '/ethics' },
  { name: 'Partner with us', path: '/partner' },
  { name: 'Contact', path: '/contact' },
] as const

export const legalPages = [
  { name: 'Terms', path: '/terms' },
  { name: 'Privacy', path: '/privacy' },
  { name: 'Copyright', path: '/copyright' },
] as const
