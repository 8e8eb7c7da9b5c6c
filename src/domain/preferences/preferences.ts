/** Rules for preferences, without zod, because browsers load this file. */
import type { CategorySlug } from '../category.ts'

/** Stories per week; `none` for no goal. */
export const readingGoals = ['1', '3', '7', 'none'] as const
export type ReadingGoal = (typeof readingGoals)[number]

export const maxFollowedAuthors = 200

/** The welcome steps in order, by their page names in analytics. */
export const welcomeSteps = [
  'welcome',
  'welcome_why',
  'welcome_discover',
  'welcome_preferences',
  'welcome_goals',
  'welcome_app',
] as const
type WelcomeStep = (typeof welcomeSteps)[number]

export const weeklyLeads = ['editors', 'topics'] as const
export type WeeklyLead = (typeof weeklyLeads)[number]

export type TopicPreferences = {
  readonly categories: readonly CategorySlug[]
  /** Slugs of tags, including tags that have been removed since. */
  readonly tags: readonly string[]
  /** Slugs of authors. */
  readonly authors: readonly string[]
}

export type Preferences = TopicPreferences & {
  /** Null if the reader hasn't answered. */
  readonly goal: ReadingGoal | null
  readonly isHistoryEnabled: boolean
  readonly welcome: {
    /** The furthest step that the reader has visited; null if none. */
    readonly step: WelcomeStep | null
    readonly finished: boolean
  }
  readonly weekly: { readonly isOn: boolean; readonly leadsWith: WeeklyLead }
}

type PartialTopicPreferences = {
  readonly [Kind in keyof TopicPreferences]?: TopicPreferences[Kind] | undefined
}

/** Items are changed one by one, so that changes on two devices don't undo each other. */
export type PreferencesChange = {
  readonly add?: PartialTopicPreferences | undefined
  readonly remove?: PartialTopicPreferences | undefined
  readonly goal?: ReadingGoal | null | undefined
  readonly isHistoryEnabled?: boolean | undefined
  readonly step?: WelcomeStep | undefined
  readonly weekly?:
    | { readonly isOn?: boolean | undefined; readonly leadsWith?: WeeklyLead | undefined }
    | undefined
}

export const defaultPreferences: Preferences = {
  categories: [],
  tags: [],
  authors: [],
  goal: null,
  isHistoryEnabled: false,
  welcome: { step: null, finished: false },
  weekly: { isOn: false, leadsWith: 'editors' },
}

function addAndRemove<Item>(
  list: readonly Item[],
  toAdd: readonly Item[] = [],
  toRemove: readonly Item[] = [],
): readonly Item[] {
  const remaining = list.filter((item) => !toRemove.includes(item))
  return [
    ...remaining,
    ...toAdd.filter((item, at) => !remaining.includes(item) && toAdd.indexOf(item) === at),
  ]
}

const pickFurtherStep = (one: WelcomeStep | null, other: WelcomeStep): WelcomeStep =>
  one !== null && welcomeSteps.indexOf(one) > welcomeSteps.indexOf(other) ? one : other

/** Doesn't check the limit; `exceedsFollowLimit` does. */
export function applyPreferencesChange(
  preferences: Preferences,
  change: PreferencesChange,
): Preferences {
  const { add, remove, goal, isHistoryEnabled, step, weekly } = change
  const { welcome } = preferences
  return {
    categories: addAndRemove(preferences.categories, add?.categories, remove?.categories),
    tags: addAndRemove(preferences.tags, add?.tags, remove?.tags),
    authors: addAndRemove(preferences.authors, add?.authors, remove?.authors),
    goal: goal === undefined ? preferences.goal : goal,
    isHistoryEnabled: isHistoryEnabled ?? preferences.isHistoryEnabled,
    welcome: step
      ? {
          step: pickFurtherStep(welcome.step, step),
          finished: welcome.finished || step === welcomeSteps.at(-1),
        }
      : welcome,
    weekly: {
      isOn: weekly?.isOn ?? preferences.weekly.isOn,
      leadsWith: weekly?.leadsWith ?? preferences.weekly.leadsWith,
    },
  }
}

function mergeTopicChanges<Kind extends keyof TopicPreferences>(
  kind: Kind,
  one: PreferencesChange,
  other: PreferencesChange,
): { readonly add: TopicPreferences[Kind]; readonly remove: TopicPreferences[Kind] } {
  const [toRemove = [], removedLater = []] = [one.remove?.[kind], other.remove?.[kind]]
  const merged = {
    add: addAndRemove<unknown>(one.add?.[kind] ?? [], other.add?.[kind], removedLater),
    remove: [...new Set<unknown>([...toRemove, ...removedLater])],
  }
  return merged as { add: TopicPreferences[Kind]; remove: TopicPreferences[Kind] }
}

export function mergePreferencesChanges(
  one: PreferencesChange,
  other: PreferencesChange,
): PreferencesChange {
  const categories = mergeTopicChanges('categories', one, other)
  const tags = mergeTopicChanges('tags', one, other)
  const authors = mergeTopicChanges('authors', one, other)
  return {
    add: { categories: categories.add, tags: tags.add, authors: authors.add },
    remove: { categories: categories.remove, tags: tags.remove, authors: authors.remove },
    goal: other.goal === undefined ? one.goal : other.goal,
    isHistoryEnabled: other.isHistoryEnabled ?? one.isHistoryEnabled,
    step: other.step ? pickFurtherStep(one.step ?? null, other.step) : one.step,
    weekly: {
      isOn: other.weekly?.isOn ?? one.weekly?.isOn,
      leadsWith: other.weekly?.leadsWith ?? one.weekly?.leadsWith,
    },
  }
}

export const exceedsFollowLimit = ({ authors }: Pick<Preferences, 'authors'>) =>
  authors.length > maxFollowedAuthors

export const hasTopicPreferences = ({ categories, tags, authors }: TopicPreferences) =>
  categories.length + tags.length + authors.length > 0

/** Adopts only what the account hasn't set. Returns null if nothing changes. */
export function adoptGuestPreferences(
  accountPreferences: Preferences,
  guestPreferences: Preferences,
): PreferencesChange | null {
  const { categories, tags, authors, goal, welcome } = guestPreferences
  const hasNewTopics =
    hasTopicPreferences(guestPreferences) && !hasTopicPreferences(accountPreferences)
  const hasGoal = goal !== null && accountPreferences.goal === null
  const step =
    welcome.step !== null && accountPreferences.welcome.step === null ? welcome.step : undefined
  if (!hasNewTopics && !hasGoal && !step) return null
  return {
    ...(hasNewTopics ? { add: { categories, tags, authors } } : {}),
    ...(hasGoal ? { goal } : {}),
    ...(step ? { step } : {}),
  }
}
