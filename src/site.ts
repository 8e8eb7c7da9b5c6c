/**
 * Who the publication is. Everything that names it stands here; templates name nothing themselves.
 * Addresses on example.com stand in until the publication has its own.
 */
export const site = {
  name: 'The Verandah',
  /** Under an icon on a telephone there is room for some twelve letters. */
  shortName: 'Verandah',
  description:
    'News and stories from South Asia and its diaspora, reported at length and argued with care by writers who live where the story is.',
  language: 'en',
  /** Open Graph's form of the language, which wants a country. */
  locale: 'en_GB',
  /** ISO 8601, the day of the first issue. */
  founded: '2019-02-15',
  /** By post, as receipts name it: a line each. */
  address: ['14 Temple Tree Lane', 'Colombo 00300', 'Sri Lanka'],
  /** Where a reader tells PayPal what it is to charge. */
  waysOfPaying: 'https://www.paypal.com/myaccount/autopay/',
  /** Where subscriptions are sold by hand and questions about them are answered. */
  subscriptionsEmail: 'subscriptions@example.com',
  /** Where a person puts readers on the list of the letter whom the form will not take. */
  newsletterEmail: 'weekly@example.com',
  editorsEmail: 'editors@example.com',
  /** Read by whoever mends the site: it stands in security.txt. */
  securityEmail: 'security@example.com',
  shop: 'https://shop.example.com/',
  helpCentre: 'https://help.example.com/',
  careers: 'https://careers.example.com/',
  newsletter: {
    name: 'The Weekly',
    rhythm: 'every Sunday',
    promise: 'The week’s best stories and one that you would have missed, in a letter.',
  },
  /** A publisher of books of a similar name in India, whom readers there might take us for. */
  namesake: 'Verandah Books',
  stores: {
    ios: { name: 'App Store', url: 'https://example.com/app-store' },
    android: { name: 'Google Play', url: 'https://example.com/google-play' },
  },
} as const

/** Who reads what is sent to us. The sample's texts name these addresses and no others. */
export const desks: readonly {
  readonly name: string
  readonly email: string
  readonly for: string
}[] = [
  {
    name: 'Editors',
    email: 'editors@example.com',
    for: 'Letters about what you have read, story ideas, proposals, partnerships.',
  },
  {
    name: 'Corrections',
    email: 'corrections@example.com',
    for: 'Errors of fact, however small.',
  },
  {
    name: 'Subscriptions',
    email: site.subscriptionsEmail,
    for: 'Your account, a payment, a gift, a place at an event, your information.',
  },
  {
    name: 'Press',
    email: 'press@example.com',
    for: 'Interviews, and leave to quote at length, translate or reprint.',
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
 * The free-standing pages in the footer's order. Listed by hand, because a page rendered on demand
 * has a footer and no content store to ask.
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
