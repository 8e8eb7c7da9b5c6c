/**
 * Everything that the site and the services it uses store in readers' browsers, as the privacy page lists it. The
 * code that stores something takes its names from here by type, and every journey compares what it finds with it.
 * Braces stand for a part that varies. Browser code imports only types: the texts would be added to its scripts.
 */
import { giftLinkDays, meterDays } from '../publication/offer.ts'

export type StoredItem = {
  readonly name: string
  /** The reader's benefit from it, as the end of “It …”. */
  readonly purpose: string
  readonly lifetime: string
}

const untilLogout = 'Until you log out'
const untilRemoved = 'Until you clear your browser’s data'
const untilLogoutOrRemoved = 'Until you log out or clear your browser’s data'
const untilTabCloses = 'Until you close the tab'

export const cookies = [
  {
    name: '__Host-session',
    purpose: 'Keeps you logged in',
    lifetime: '30 days after your last visit',
  },
  {
    name: '__Host-pass',
    purpose: 'Stores what you can read, so that stories open at once',
    lifetime: '24 hours, renewed while you read',
  },
  {
    name: 'reader',
    purpose: 'Tells pages whether you’re logged in and subscribed, so that they display correctly',
    lifetime: '30 days after your last visit',
  },
  { name: 'country', purpose: 'Sets the prices and notices you see', lifetime: '24 hours' },
  {
    name: '__Host-meter',
    purpose:
      'Remembers the free stories you’ve opened, so that you can read them again. After you log out, it only remembers how many you’d opened before you logged in',
    lifetime: `${meterDays} days`,
  },
  {
    name: '__Host-buyer',
    purpose: 'Lets you create your account after paying',
    lifetime: '7 days',
  },
  {
    name: '__Host-student',
    purpose: 'Remembers that you’ve confirmed a student email',
    lifetime: '30 days',
  },
  {
    name: '__Host-device',
    purpose: 'Lets you change a rating without an account',
    lifetime: 'A year after your last rating',
  },
  {
    name: '__Host-referral',
    purpose: 'Remembers whose referral link you opened first',
    lifetime: '30 days',
  },
  {
    name: '__Host-referred',
    purpose: 'Remembers which story a friend’s link led to, and their first name',
    lifetime: '30 days',
  },
  {
    name: '__Host-given-{story}',
    purpose: 'Opens a story that a subscriber has given you',
    lifetime: `Until the link ends, ${giftLinkDays} days at most`,
  },
  {
    name: 'given-by',
    purpose: 'Shows the first name of the subscriber who gave you a story',
    lifetime: `Until the link ends, ${giftLinkDays} days at most`,
  },
  {
    name: 'consent',
    purpose:
      'Stores your answer about sharing your visits, or that we still have to ask. Only if we share visits with an analytics service',
    lifetime: '400 days after your answer; 24 hours if you haven’t answered',
  },
  {
    name: '__Host-anonymous-id',
    purpose:
      'A random number by which the analytics service tells your visits from other people’s. Only if your visits are shared',
    lifetime: '90 days, or until you log out',
  },
] as const satisfies readonly StoredItem[]

export const localStorageItems = [
  {
    name: 'session',
    purpose: 'Tells your open tabs that you’ve logged in or out',
    lifetime: untilLogout,
  },
  {
    name: 'preferences',
    purpose: 'A copy of your preferences; if you have no account, the only one',
    lifetime: untilLogout,
  },
  {
    name: 'history',
    purpose: 'Remembers that your reading history is turned on',
    lifetime: untilLogout,
  },
  {
    name: 'continue',
    purpose: 'Remembers that you have unfinished stories, so that the front page leaves room',
    lifetime: untilLogout,
  },
  { name: 'saved', purpose: 'Shows which stories you’ve saved', lifetime: untilLogout },
  {
    name: 'saved.pending',
    purpose: 'Changes to your saved stories that haven’t been sent yet',
    lifetime: untilLogout,
  },
  {
    name: 'saved.articles',
    purpose: 'Shows your saved stories while the list loads, and offline',
    lifetime: untilLogout,
  },
  {
    name: 'saved.at',
    purpose: 'When your saved stories were last fetched',
    lifetime: untilLogout,
  },
  {
    name: 'rating.{story}',
    purpose: 'Shows how you rated a story',
    lifetime: untilLogoutOrRemoved,
  },
  {
    name: 'unlocked',
    purpose: 'Opens your free stories without asking our server',
    lifetime: `${meterDays} days after you opened a story`,
  },
  {
    name: 'student',
    purpose: 'Remembers that you’ve confirmed a student email',
    lifetime: untilLogoutOrRemoved,
  },
  {
    name: 'checkout',
    purpose: 'Lets you finish creating your account after paying',
    lifetime: 'Until you’ve finished',
  },
  {
    name: 'checkout-counted',
    purpose: 'Prevents your purchase from being counted twice',
    lifetime: untilLogoutOrRemoved,
  },
  {
    name: 'gift-counted',
    purpose: 'Prevents your gift from being counted twice',
    lifetime: untilLogoutOrRemoved,
  },
  {
    name: 'referral-code',
    purpose: 'Adds your referral code to the links you share',
    lifetime: untilLogout,
  },
  {
    name: 'auth-email',
    purpose: 'Logs you in from the link in our email without asking for your address again',
    lifetime: 'Until you’ve logged in',
  },
  { name: 'display', purpose: 'Your theme and text size', lifetime: untilRemoved },
  {
    name: 'pop-up',
    purpose:
      'The first story you opened, and when we last offered you The Weekly, so that we don’t repeat it',
    lifetime: untilRemoved,
  },
] as const satisfies readonly StoredItem[]

export const sessionStorageItems = [
  {
    name: 'queries',
    purpose: 'Your name and subscription, so that pages don’t fetch them again',
    lifetime: untilTabCloses,
  },
  {
    name: 'rate-limits',
    purpose: 'When our server can be asked again after too many attempts',
    lifetime: untilTabCloses,
  },
  {
    name: 'counted',
    purpose:
      'Prevents what you view from being counted twice in one visit, and remembers on which page it began',
    lifetime: untilTabCloses,
  },
  {
    name: 'article-to-save',
    purpose: 'Saves a story once you’ve logged in',
    lifetime: untilTabCloses,
  },
  {
    name: 'return-page',
    purpose: 'Returns you to the page you came from after a purchase',
    lifetime: untilTabCloses,
  },
  { name: 'checkout', purpose: 'A purchase you’ve started', lifetime: untilTabCloses },
  {
    name: 'checkout-name',
    purpose: 'What you’ve typed into the last step of a purchase',
    lifetime: untilTabCloses,
  },
  {
    name: 'checkout-account',
    purpose: 'Prevents a purchase from creating two accounts',
    lifetime: untilTabCloses,
  },
  {
    name: 'cancel-reason',
    purpose: 'The reason you chose for cancelling',
    lifetime: untilTabCloses,
  },
  {
    name: 'funding',
    purpose: 'Which of PayPal’s buttons you pressed',
    lifetime: untilTabCloses,
  },
  {
    name: 'gift-draft',
    purpose: 'What you’ve typed into the gift form',
    lifetime: untilTabCloses,
  },
  {
    name: 'gift-request',
    purpose: 'Prevents a gift from being charged twice',
    lifetime: untilTabCloses,
  },
  {
    name: 'gift-key',
    purpose: 'Shows you the gift that our email is about',
    lifetime: untilTabCloses,
  },
  {
    name: 'google-request',
    purpose: 'Protects logging in with Google',
    lifetime: 'Until you return from Google',
  },
  {
    name: 'cancel-decision',
    purpose: 'Shows what you decided while cancelling',
    lifetime: untilTabCloses,
  },
  {
    name: 'unfinished',
    purpose: 'Lists the stories you haven’t finished',
    lifetime: untilTabCloses,
  },
] as const satisfies readonly StoredItem[]

export const cacheStorageItems = [
  {
    name: 'assets',
    purpose: 'Scripts and fonts, so that pages load faster and offline',
    lifetime: 'Until the next version of the site',
  },
  {
    name: 'pages',
    purpose: 'The pages you visited last, for reading offline',
    lifetime: 'Until you log out, or others replace them',
  },
  {
    name: 'articles',
    purpose: 'Your saved stories, for reading offline',
    lifetime: untilLogout,
  },
  {
    name: 'bodies',
    purpose: 'The parts of your saved stories that are for subscribers, for reading offline',
    lifetime: '7 days after your last visit, or until you log out',
  },
] as const satisfies readonly StoredItem[]

/**
 * Items that services needed by a page may store for this site, with the documentation or code they are from. Not in
 * the local stack, whose services are fakes.
 */
export const otherItems = [
  {
    // https://cloud.google.com/recaptcha/docs/faq#does_recaptcha_use_cookies
    name: '_GRECAPTCHA',
    place: 'cookie',
    setBy: 'Google reCAPTCHA',
    purpose: 'Tells people from robots, where you sign up or pay',
    lifetime: '6 months',
  },
  {
    name: '_grecaptcha',
    place: 'localStorage',
    setBy: 'Google reCAPTCHA',
    purpose: 'Tells people from robots, where you sign up or pay',
    lifetime: untilRemoved,
  },
  {
    // `getStorage` of @krakenjs/belter, which PayPal's script contains.
    name: '__paypal_storage__',
    place: 'localStorage',
    setBy: 'PayPal',
    purpose: 'Recognises a payment across its windows, on pages where you pay',
    lifetime: untilRemoved,
  },
  {
    name: '__paypal_storage__',
    place: 'sessionStorage',
    setBy: 'PayPal',
    purpose: 'Recognises a payment across its windows, on pages where you pay',
    lifetime: untilTabCloses,
  },
  {
    // https://developers.cloudflare.com/fundamentals/reference/policies-compliances/cloudflare-cookies/
    name: '__cf_bm',
    place: 'cookie',
    setBy: 'Cloudflare, which hosts the site',
    purpose: 'Protects the site from automated attacks. Only while that protection is on',
    lifetime: '30 minutes',
  },
  {
    name: 'cf_clearance',
    place: 'cookie',
    setBy: 'Cloudflare, which hosts the site',
    purpose:
      'Remembers that you’ve passed a check against automated attacks. Only after such a check',
    lifetime: '30 minutes',
  },
] as const satisfies readonly (StoredItem & {
  readonly place: 'cookie' | 'localStorage' | 'sessionStorage'
  readonly setBy: string
})[]

type Pattern<Name extends string> = Name extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${End}`
  : Name

export type CookieName = Pattern<(typeof cookies)[number]['name']>
export type DeviceKey = Pattern<(typeof localStorageItems)[number]['name']>
export type TabKey = Pattern<(typeof sessionStorageItems)[number]['name']>
export type CacheName = (typeof cacheStorageItems)[number]['name']

export type StoragePlace = 'cookie' | 'localStorage' | 'sessionStorage' | 'cacheStorage'

const ownItems: Readonly<Record<StoragePlace, readonly StoredItem[]>> = {
  cookie: cookies,
  localStorage: localStorageItems,
  sessionStorage: sessionStorageItems,
  cacheStorage: cacheStorageItems,
}

const matches = (pattern: string, name: string) => {
  const braces = [pattern.indexOf('{'), pattern.indexOf('}')] as const
  if (braces[0] < 0) return name === pattern
  const [start, end] = [pattern.slice(0, braces[0]), pattern.slice(braces[1] + 1)]
  return name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end)
}

export const isListedItem = (place: StoragePlace, name: string): boolean =>
  ownItems[place].some((item) => matches(item.name, name))
