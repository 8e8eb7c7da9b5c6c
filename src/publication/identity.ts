/** The publication's name, addresses and links. Replace those on example.com with your own. */
import type { Contact, Identity, PageLink, SocialLink } from './publication-data.ts'

export const site: Identity = {
  name: 'The Verandah',
  /**
   * Spellings that readers may take for the name, also in other scripts, each without an article. No reader's page can have
   * them in a name or an address.
   */
  misspellings: [
    ...['Veranda', 'Varanda', 'Verenda', 'Verandha', 'Viranda', 'Beranda'],
    ...[
      ...['वरांडा', 'वेरांडा', 'वरंडा', 'वेरंडा', 'बरांडा'],
      ...['ভেরান্ডা', 'ভারান্ডা', 'বারান্ডা', 'বারান্দা'],
      ...['ورانڈا', 'ویرانڈا', 'ورانڈہ', 'ویرانڈہ', 'ورنڈا', 'برآمدہ'],
      ...['வராண்டா', 'வெராண்டா', 'வெரண்டா', 'வரண்டா', 'வராந்தா'],
      ...['వరండా', 'వెరాండా', 'వరాండా', 'వెరండా'],
      ...['ವರಾಂಡ', 'ವೆರಾಂಡ', 'ವರಂಡ', 'ವೆರಂಡ'],
      ...['വരാന്ത', 'വെരാണ്ട', 'വരാണ്ട', 'വെറാണ്ട'],
      ...['વરંડો', 'વરંડા', 'વરાંડા', 'વેરાંડા', 'વેરંડા'],
      ...['ਵਰਾਂਡਾ', 'ਵਰੰਡਾ', 'ਵੇਰਾਂਡਾ'],
      ...['ଭେରାଣ୍ଡା', 'ବରାଣ୍ଡା', 'ବାରଣ୍ଡା'],
      ...['වෙරන්ඩා', 'වැරැන්ඩා', 'වැරන්ඩා', 'වරන්ඩා'],
    ],
  ],
  shortName: 'Verandah',
  description:
    'News and stories from South Asia and its diaspora, reported at length and argued with care by writers who live where the story is.',
  language: 'en',
  locale: 'en_GB',
  timeZone: 'Asia/Colombo',
  foundedOn: '2019-02-15',
  address: ['14 Temple Tree Lane', 'Colombo 00300', 'Sri Lanka'],
  paymentMethodsUrl: 'https://www.paypal.com/myaccount/autopay/',
  subscriptionsEmail: 'subscriptions@example.com',
  newsletterEmail: 'weekly@example.com',
  editorsEmail: 'editors@example.com',
  securityEmail: 'security@example.com',
  shop: 'https://shop.example.com/',
  helpCentre: 'https://help.example.com/',
  careers: 'https://careers.example.com/',
  /** The book publisher's country is in namesake.css. */
  namesake: { name: 'Verandah Books', trade: 'book publisher' },
  stores: {
    ios: { name: 'App Store', url: 'https://example.com/app-store' },
    android: { name: 'Google Play', url: 'https://example.com/google-play' },
  },
}

/** The addresses on /contact. The sample's pages name no others. */
export const contacts: readonly Contact[] = [
  {
    name: 'Editors',
    email: site.editorsEmail,
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

export const socialLinks: readonly SocialLink[] = [
  { network: 'instagram', name: 'Instagram', url: 'https://example.com/instagram' },
  { network: 'facebook', name: 'Facebook', url: 'https://example.com/facebook' },
  { network: 'twitter', name: 'Twitter', url: 'https://example.com/twitter' },
  { network: 'linkedin', name: 'LinkedIn', url: 'https://example.com/linkedin' },
  { network: 'youtube', name: 'YouTube', url: 'https://example.com/youtube' },
]

/**
 * The footer's links, in its order. They are listed here because pages rendered on demand have no access to other
 * pages' documents.
 */
export const companyPages: readonly PageLink[] = [
  { name: 'About us', path: '/about' },
  { name: 'Why subscribe', path: '/why' },
  { name: 'Editorial standards', path: '/ethics' },
  { name: 'Partner with us', path: '/partner' },
  { name: 'Contact', path: '/contact' },
]

export const legalPages: readonly PageLink[] = [
  { name: 'Terms', path: '/terms' },
  { name: 'Privacy', path: '/privacy' },
  { name: 'Copyright', path: '/copyright' },
]
