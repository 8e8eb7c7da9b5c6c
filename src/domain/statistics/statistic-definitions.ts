/**
 * The meaning of every number in the statistics. `minimum`: with a smaller sample, differences are mostly chance, and a
 * warning is shown. The sample of a rate is its denominator; the sample of a comparison is the larger count.
 */
import { newsletter } from '../../publication/newsletter.ts'

export type Unit = 'count' | 'share' | 'money'

type Statistic = {
  readonly label: string
  readonly definition: string
  readonly minimum: number
  readonly unit: Unit
}

const count = (label: string, definition: string, minimum = 50): Statistic => ({
  label,
  definition,
  minimum,
  unit: 'count',
})
const share = (label: string, definition: string, minimum = 100): Statistic => ({
  label,
  definition,
  minimum,
  unit: 'share',
})
const money = (label: string, definition: string): Statistic => ({
  label,
  definition,
  minimum: 20,
  unit: 'money',
})

const fromTransitions = 'Counted from stored subscriptions, not from browsers.'

const ofStory = (event: string, label: string, definition: string) => ({
  event,
  ...count(label, definition),
})

/**
 * Counters that are increased once per story and visit, when this event is sent from a story. Each is one of
 * `queuedCounters`.
 */
export const storyCounters = {
  views: ofStory(
    'Article Viewed',
    'Views',
    'How often a story was open and visible for a second, once per story and visit. Readers who ask not to be tracked aren’t counted.',
  ),
  reads: ofStory(
    'Article Read',
    'Reads',
    'Views in which the reader saw 80% of the whole text and stayed at least as long as it takes to read at 600 words a minute. A view doesn’t count while a paywall hides the rest of the story.',
  ),
  walls: ofStory(
    'Paywall Viewed',
    'Paywalls',
    'How often a paywall was visible for a second, once per story and visit.',
  ),
}

type StoryCounter = keyof typeof storyCounters
export const storyCounterNames = Object.keys(storyCounters) as [StoryCounter, ...StoryCounter[]]

export const statistics = {
  ...storyCounters,
  allViews: count('All views', 'Views of stories and of all other pages of the site.'),
  readRate: share('Read rate', 'Reads as a share of views.'),
  depth25: share('Quarter', 'Readers who reached a quarter of the text, as a share of views.'),
  depth50: share('Half', 'Readers who reached half of the text, as a share of views.'),
  depth75: share(
    'Three quarters',
    'Readers who reached three quarters of the text, as a share of views.',
  ),
  depth100: share('End', 'Readers who reached the end of the text, as a share of views.'),
  wallRate: share('Paywall rate', 'Paywalls as a share of views.'),
  unlocks: count(
    'Unlocks',
    'Stories that the meter, an email address or a friend’s link has opened for a reader without a subscription.',
  ),
  checkouts: count(
    'Checkouts',
    'How often a reader chose a plan, which opens the checkout. A story’s checkouts are those of readers who came from it.',
    30,
  ),
  checkoutRate: share('Checkouts per paywall', 'Checkouts as a share of paywalls.'),
  starts: count(
    'Subscriptions started',
    `New subscriptions whose first payment has arrived, or whose trial has begun. ${fromTransitions}`,
    20,
  ),
  storyStarts: count(
    'Subscriptions started',
    `New subscriptions of readers whose last paywall was in this story, or who met no paywall and read this story last. ${fromTransitions}`,
    20,
  ),
  startRate: share('Starts per checkout', 'Subscriptions started as a share of checkouts.', 50),
  startsPerThousand: {
    label: 'Starts per 1,000 views',
    definition: 'Subscriptions started for every thousand views of stories.',
    minimum: 1000,
    unit: 'count',
  },
  renewals: count(
    'Renewals',
    `Payments for a further period, including recovered ones. ${fromTransitions}`,
    20,
  ),
  paymentsFailed: count(
    'Payments failed',
    `Renewals that PayPal couldn’t collect, each counted once however often it’s retried. ${fromTransitions}`,
    20,
  ),
  paymentsRecovered: count(
    'Payments recovered',
    `Failed payments that were collected after all. ${fromTransitions}`,
    20,
  ),
  recoveryRate: share(
    'Recovery rate',
    'Payments recovered as a share of payments failed in the same period. Some of the recovered payments failed before that period.',
    20,
  ),
  cancellations: count(
    'Cancellations',
    `Subscriptions that were cancelled by readers or staff, at PayPal or by deleting an account, even if access hasn’t ended or the reader returns later. ${fromTransitions}`,
    20,
  ),
  pauses: count('Pauses', `Pauses that began. ${fromTransitions}`, 20),
  offers: count(
    'Offers accepted',
    `Free months that readers took instead of cancelling. ${fromTransitions}`,
    20,
  ),
  ended: count('Ended', `Subscriptions whose access has ended. ${fromTransitions}`, 20),
  refunds: count('Refunds', `Payments that were returned. ${fromTransitions}`, 20),
  revenue: money(
    'Revenue',
    'First payments, renewals and gifts, less refunds, by the day of each. Before PayPal’s fees and taxes.',
  ),
  issueSent: count('Sent', 'Emails of the issue that the email provider accepted.'),
  issueDelivered: count('Delivered', 'Emails that the provider reports as delivered.'),
  issueBounced: count('Bounced', 'Emails that the provider reports as hard or soft bounces.'),
  issueComplaints: count('Complaints', 'Readers who reported the issue as spam.'),
  issueViews: count('Views', 'Views of stories that began with a link in this issue.'),
  issueReads: count('Reads', 'Reads of stories that began with a link in this issue.'),
  issueViewRate: share('Views per email', 'Views from the issue for every email sent.'),
  issueStarts: count(
    'Subscriptions started',
    'Subscriptions of readers whose visit began with a link in this issue.',
    20,
  ),
  registrations: count('Accounts', 'New reader accounts.', 20),
  weeklySignUps: count('Weekly sign-ups', `Addresses confirmed for ${newsletter.name}.`, 20),
  giftsBought: count('Gifts bought', 'Gift subscriptions that were paid for.', 20),
  giftsRedeemed: count('Gifts redeemed', 'Gift subscriptions that their recipients redeemed.', 20),
  giftRevenue: money('Gift revenue', 'Payments for gift subscriptions, before PayPal’s fees.'),
  friendsReferred: count(
    'Friends who qualified',
    'Readers who had opened a referral link, counted once they’ve paid enough for the credit. From the referral credit ledgers.',
    20,
  ),
  creditsEarned: count(
    'Credits earned',
    'Referrals whose waiting time has passed, so that the credit belongs to the reader who referred the friend.',
    20,
  ),
  creditsReversed: count(
    'Credits taken back',
    'Referrals that don’t count: refunded, disputed or not eligible.',
    20,
  ),
  meterReaders: count(
    'Readers',
    'Readers without a subscription who used this number of free stories in the month, and no more.',
  ),
  meterShare: share(
    'Share',
    'These readers, as a share of everyone who used a free story in the month.',
  ),
  rejected: count(
    'Events rejected',
    'Events that weren’t counted: invalid or repeated events, and events from robots or from readers who ask not to be tracked. Nothing else is stored about those readers.',
  ),
} as const satisfies Readonly<Record<string, Statistic>>

export type StatisticId = keyof typeof statistics
export const statisticIds = Object.keys(statistics) as [StatisticId, ...StatisticId[]]

export const getStatistic = (id: StatisticId): Statistic => statistics[id]
