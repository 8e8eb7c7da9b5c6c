/**
 * What a reader answers during the welcome and in the settings, and how an answer changes it. The
 * server and the browser reckon with the same rules, each for itself. Free of zod for that reason.
 */
import type { CategorySlug } from './category.ts'
import type { Tag } from './tag.ts'

/** Stories a week; `none` where the reader wants no number. */
export const readingGoals = ['1', '3', '7', 'none'] as const
export type ReadingGoal = (typeof readingGoals)[number]

/** How many writers one reader can follow. */
export const writersAtMost = 200

/** The steps of the welcome, in their order, by the names of their screens. */
export const welcomeSteps = [
  'welcome',
  'welcome_why',
  'welcome_discover',
  'welcome_preferences',
  'welcome_goals',
  'welcome_app',
] as const
export type WelcomeStep = (typeof welcomeSteps)[number]

/** What The Weekly begins with: what its editors put first, or what the reader likes. */
export const weeklyLeads = ['editors', 'topics'] as const
export type WeeklyLead = (typeof weeklyLeads)[number]

/** What stories are chosen by. */
export type Likings = {
  readonly categories: readonly CategorySlug[]
  readonly tags: readonly Tag[]
  /** Slugs of writers. */
  readonly authors: readonly string[]
}

export type Answers = Likings & {
  /** Null until the reader has said. */
  readonly goal: ReadingGoal | null
  readonly keepsHistory: boolean
  readonly welcome: {
    /** The farthest that the reader has come to; null where they have not begun. */
    readonly step: WelcomeStep | null
    readonly finished: boolean
  }
  readonly weekly: { readonly wanted: boolean; readonly leadsWith: WeeklyLead }
}

type SomeLikings = { readonly [Kind in keyof Likings]?: Likings[Kind] | undefined }

/**
 * One answer, or several. Likings are added and removed one by one, so that two devices that change
 * different ones do not undo each other, and an answer that arrives twice changes nothing.
 */
export type AnswersChange = {
  readonly add?: SomeLikings | undefined
  readonly remove?: SomeLikings | undefined
  readonly goal?: ReadingGoal | null | undefined
  readonly keepsHistory?: boolean | undefined
  /** A step that the reader has come to. */
  readonly step?: WelcomeStep | undefined
  readonly weekly?:
    | { readonly wanted?: boolean | undefined; readonly leadsWith?: WeeklyLead | undefined }
    | undefined
}

export const noAnswers: Answers = {
  categories: [],
  tags: [],
  authors: [],
  goal: null,
  keepsHistory: false,
  welcome: { step: null, finished: false },
  weekly: { wanted: false, leadsWith: 'editors' },
}

function changeList<Item>(
  list: readonly Item[],
  added: readonly Item[] = [],
  removed: readonly Item[] = [],
): readonly Item[] {
  const kept = list.filter((item) => !removed.includes(item))
  return [
    ...kept,
    ...added.filter((item, at) => !kept.includes(item) && added.indexOf(item) === at),
  ]
}

const farther = (one: WelcomeStep | null, other: WelcomeStep): WelcomeStep =>
  one !== null && welcomeSteps.indexOf(one) > welcomeSteps.indexOf(other) ? one : other

/** Does not ask whether it may be: see `followsTooMany`. */
export function changeAnswers(answers: Answers, change: AnswersChange): Answers {
  const { add, remove, goal, keepsHistory, step, weekly } = change
  const { welcome } = answers
  return {
    categories: changeList(answers.categories, add?.categories, remove?.categories),
    tags: changeList(answers.tags, add?.tags, remove?.tags),
    authors: changeList(answers.authors, add?.authors, remove?.authors),
    goal: goal === undefined ? answers.goal : goal,
    keepsHistory: keepsHistory ?? answers.keepsHistory,
    welcome: step
      ? {
          step: farther(welcome.step, step),
          // Who has come to the last page is through.
          finished: welcome.finished || step === welcomeSteps.at(-1),
        }
      : welcome,
    weekly: {
      wanted: weekly?.wanted ?? answers.weekly.wanted,
      leadsWith: weekly?.leadsWith ?? answers.weekly.leadsWith,
    },
  }
}

function mergeLikings<Kind extends keyof Likings>(
  kind: Kind,
  one: AnswersChange,
  other: AnswersChange,
): { readonly add: Likings[Kind]; readonly remove: Likings[Kind] } {
  const [removed = [], removedLater = []] = [one.remove?.[kind], other.remove?.[kind]]
  const merged = {
    add: changeList<unknown>(one.add?.[kind] ?? [], other.add?.[kind], removedLater),
    remove: [...new Set<unknown>([...removed, ...removedLater])],
  }
  // Items of lists of this kind alone.
  return merged as { add: Likings[Kind]; remove: Likings[Kind] }
}

/** One change that does what `one` and then `other` would do. */
export function mergeChanges(one: AnswersChange, other: AnswersChange): AnswersChange {
  const categories = mergeLikings('categories', one, other)
  const tags = mergeLikings('tags', one, other)
  const authors = mergeLikings('authors', one, other)
  return {
    add: { categories: categories.add, tags: tags.add, authors: authors.add },
    remove: { categories: categories.remove, tags: tags.remove, authors: authors.remove },
    goal: other.goal === undefined ? one.goal : other.goal,
    keepsHistory: other.keepsHistory ?? one.keepsHistory,
    step: other.step ? farther(one.step ?? null, other.step) : one.step,
    weekly: {
      wanted: other.weekly?.wanted ?? one.weekly?.wanted,
      leadsWith: other.weekly?.leadsWith ?? one.weekly?.leadsWith,
    },
  }
}

export const followsTooMany = ({ authors }: Pick<Answers, 'authors'>) =>
  authors.length > writersAtMost

/** Whether there is anything by which stories can be chosen for them. */
export const hasLikings = ({ categories, tags, authors }: Likings) =>
  categories.length + tags.length + authors.length > 0

/**
 * What an account takes over of the answers that a guest gave on a device, when they sign in there:
 * what the account does not answer itself. Null where that is nothing.
 */
export function takenOver(account: Answers, device: Answers): AnswersChange | null {
  const { categories, tags, authors, goal, welcome } = device
  const likes = hasLikings(device) && !hasLikings(account)
  const hasGoal = goal !== null && account.goal === null
  const step = welcome.step !== null && account.welcome.step === null ? welcome.step : undefined
  if (!likes && !hasGoal && !step) return null
  return {
    ...(likes ? { add: { categories, tags, authors } } : {}),
    ...(hasGoal ? { goal } : {}),
    ...(step ? { step } : {}),
  }
}
