/**
 * Everything that the site stores in readers' browsers, as listed on the privacy page. The types make code that stores
 * something use the names in this file, and every journey compares what it finds with the list. Braces stand for a
 * variable part. Browser code imports only types, because the texts would be added to its scripts.
 */
import { formatList } from '../domain/list-text.ts'
import { meterDays } from '../publication/meter.ts'
import { newsletter } from '../publication/newsletter.ts'
import { giftLinkDays } from '../publication/offer.ts'
import { cookieDays } from './cookies/cookie-lifetimes.ts'
import { displayTitles } from './settings/display-settings.ts'

export type StoredItem = {
  readonly name: string
  /** The item's benefit for the reader, worded to follow “It”. */
  readonly purpose: string
  readonly lifetime: string
}

const formatDays = (days: number) => `${days} days`
const untilSessionEnds = `${formatDays(cookieDays.session)} after your last visit`
const untilLogout = 'Until you log out'
export const untilRemoved = 'Until you clear your browser’s data'
const untilLogoutOrRemoved = 'Until you log out or clear your browser’s data'
export const untilTabCloses = 'Until you close the tab'

const describeItem = <Name extends string>(name: Name, purpose: string, lifetime: string) => ({
  name,
  purpose,
  lifetime,
})

export const cookies = [
  describeItem('__Host-session', 'Keeps you logged in', untilSessionEnds),
  describeItem(
    '__Host-pass',
    'Stores what you can read, so that stories open straight away',
    '24 hours, renewed while you read',
  ),
  describeItem(
    'reader',
    'Tells pages whether you’re logged in and subscribed, so that they display correctly',
    untilSessionEnds,
  ),
  describeItem('country', 'Sets the prices and notices you see', '24 hours'),
  describeItem(
    'visits',
    'Lets pages record where your visit began, in countries that don’t require consent',
    '24 hours',
  ),
  describeItem(
    '__Host-meter',
    'Remembers the free stories you’ve opened, so that you can read them again. After you log out, remembers only how many you’d opened before you logged in',
    formatDays(meterDays),
  ),
  describeItem(
    '__Host-buyer',
    'Lets you create your account after paying',
    formatDays(cookieDays.buyer),
  ),
  describeItem(
    '__Host-student',
    'Remembers that you’ve confirmed a student address',
    formatDays(cookieDays.student),
  ),
  describeItem(
    '__Host-device',
    'Lets you change a rating without an account',
    'A year after your last rating',
  ),
  describeItem(
    '__Host-referral',
    'Remembers whose referral link you opened first',
    formatDays(cookieDays.referral),
  ),
  describeItem(
    '__Host-referred',
    'Remembers which story a friend’s link led to, and the friend’s first name',
    formatDays(cookieDays.referred),
  ),
  describeItem(
    'referred-by',
    'Shows the first name of the reader whose referral link you opened first',
    formatDays(cookieDays.referral),
  ),
  describeItem(
    '__Host-given-{story}',
    'Opens a story that a subscriber has given you',
    `Until the link expires, ${formatDays(giftLinkDays)} at most`,
  ),
  describeItem(
    'given-by',
    'Shows the first name of the subscriber who gave you a story',
    `Until the link expires, ${formatDays(giftLinkDays)} at most`,
  ),
  describeItem(
    'consent',
    'Stores your answer about sharing your visits, or that we still have to ask, if we share visits with an analytics service',
    `${formatDays(cookieDays.consent)} after your answer; 24 hours if you haven’t answered`,
  ),
  describeItem(
    '__Host-anonymous-id',
    'A random number that lets the analytics service tell your visits from other people’s, if your visits are shared',
    `${formatDays(cookieDays.anonymousId)}, or until you log out`,
  ),
]

export const localStorageItems = [
  describeItem('session', 'Tells your open tabs that you’ve logged in or out', untilLogout),
  describeItem(
    'preferences',
    'A copy of your preferences, or the only copy if you have no account',
    untilLogout,
  ),
  describeItem('history', 'Remembers that your reading history is turned on', untilLogout),
  describeItem(
    'continue',
    'Remembers that you have unfinished stories, so that the front page leaves room for them',
    untilLogout,
  ),
  describeItem('saved', 'Shows which stories you’ve saved', untilLogout),
  describeItem(
    'saved.pending',
    'Changes to your saved stories that haven’t been sent yet',
    untilLogout,
  ),
  describeItem(
    'saved.articles',
    'Shows your saved stories while the list loads, and offline',
    untilLogout,
  ),
  describeItem('saved.at', 'When your saved stories were last fetched', untilLogout),
  describeItem('rating.{story}', 'Shows how you rated a story', untilLogoutOrRemoved),
  describeItem(
    'unlocked',
    'Opens your free stories without asking our server',
    `${formatDays(meterDays)} after you opened a story`,
  ),
  describeItem(
    'student',
    'Remembers that you’ve confirmed a student address',
    untilLogoutOrRemoved,
  ),
  describeItem(
    'checkout',
    'Lets you finish creating your account after paying',
    'Until you’ve finished',
  ),
  describeItem(
    'checkout-counted',
    'Prevents your purchase from being counted twice',
    untilLogoutOrRemoved,
  ),
  describeItem('gift-counted', 'Prevents your gift from being counted twice', untilLogoutOrRemoved),
  describeItem(
    'events.{id}',
    'What you’ve viewed on our site, until our server has counted it, so that nothing is lost on a bad connection',
    'Three days at most, or until you log out',
  ),
  describeItem(
    'referral-code',
    'Your referral code, for stories that you choose to share with it',
    untilLogout,
  ),
  describeItem(
    'auth-email',
    'Logs you in from the link in our email without asking for your address again',
    'Until you’ve logged in',
  ),
  describeItem('display', `Your ${formatList(displayTitles).toLowerCase()}`, untilRemoved),
  describeItem(
    'weekly',
    `Remembers that someone signed up for ${newsletter.name} in this browser, so that we don’t ask again`,
    untilLogoutOrRemoved,
  ),
  describeItem(
    'pop-up',
    `The first story you opened, and when we last offered you ${newsletter.name}, so that we don’t ask too often`,
    untilRemoved,
  ),
]

export const sessionStorageItems = [
  describeItem(
    'queries',
    'Your name and subscription, so that pages don’t fetch them again',
    untilTabCloses,
  ),
  describeItem('rate-limits', 'When you can try again after too many attempts', untilTabCloses),
  describeItem(
    'counted',
    'Stops a view from being counted twice in one visit, and stores the page where the visit began',
    untilTabCloses,
  ),
  describeItem('article-to-save', 'Saves a story once you’ve logged in', untilTabCloses),
  describeItem(
    'return-page',
    'After a purchase, returns you to the page you came from',
    untilTabCloses,
  ),
  describeItem('checkout', 'A purchase you’ve started', untilTabCloses),
  describeItem(
    'checkout-name',
    'What you’ve typed into the last step of a purchase',
    untilTabCloses,
  ),
  describeItem(
    'checkout-account',
    'Prevents a purchase from creating two accounts',
    untilTabCloses,
  ),
  describeItem('cancel-reason', 'The reason you chose for cancelling', untilTabCloses),
  describeItem('funding', 'Which of PayPal’s buttons you pressed', untilTabCloses),
  describeItem('gift-draft', 'What you’ve typed into the gift form', untilTabCloses),
  describeItem('gift-request', 'Prevents a gift from being charged twice', untilTabCloses),
  describeItem('gift-key', 'Shows you the gift that you opened from our email', untilTabCloses),
  describeItem('google-request', 'Protects your login with Google', 'Until you return from Google'),
  describeItem('cancel-decision', 'Shows what you decided while cancelling', untilTabCloses),
  describeItem('unfinished', 'Lists the stories you haven’t finished', untilTabCloses),
]

export const cacheStorageItems = [
  describeItem(
    'assets',
    'Scripts and fonts, so that pages load faster and offline',
    'Until the next version of the site',
  ),
  describeItem(
    'pages',
    'The pages you visited last, for reading offline',
    'Until you log out, or newer pages replace them',
  ),
  describeItem('articles', 'Your saved stories, for reading offline', untilLogout),
  describeItem(
    'bodies',
    'The subscriber-only parts of your saved stories, for reading offline',
    '7 days after your last visit, or until you log out',
  ),
]

export const databaseItems = [
  describeItem(
    'desk',
    'Stores what you’re writing until our server has it, if you work for us',
    'Until our server has it, or you log out',
  ),
]

type Pattern<Name extends string> = Name extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${End}`
  : Name

export type CookieName = Pattern<(typeof cookies)[number]['name']>
export type DeviceKey = Pattern<(typeof localStorageItems)[number]['name']>
export type TabKey = Pattern<(typeof sessionStorageItems)[number]['name']>
export type DatabaseName = (typeof databaseItems)[number]['name']
export type CacheName = (typeof cacheStorageItems)[number]['name']

export type StoragePlace =
  | 'cookie'
  | 'localStorage'
  | 'sessionStorage'
  | 'cacheStorage'
  | 'indexedDB'

const ownItems: Readonly<Record<StoragePlace, readonly StoredItem[]>> = {
  cookie: cookies,
  localStorage: localStorageItems,
  sessionStorage: sessionStorageItems,
  cacheStorage: cacheStorageItems,
  indexedDB: databaseItems,
}

const matches = (pattern: string, name: string) => {
  const braces = [pattern.indexOf('{'), pattern.indexOf('}')] as const
  if (braces[0] < 0) return name === pattern
  const [start, end] = [pattern.slice(0, braces[0]), pattern.slice(braces[1] + 1)]
  return name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end)
}

export const isListedItem = (place: StoragePlace, name: string): boolean =>
  ownItems[place].some((item) => matches(item.name, name))
