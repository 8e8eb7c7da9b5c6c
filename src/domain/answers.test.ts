import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Answers,
  type AnswersChange,
  changeAnswers,
  followsTooMany,
  hasLikings,
  mergeChanges,
  noAnswers,
  readingGoals,
  takenOver,
  weeklyLeads,
  welcomeSteps,
  writersAtMost,
} from './answers.ts'
import { categorySlugs } from './category.ts'
import { preferencesSchema } from './preferences.ts'
import { tagSlugs } from './tag.ts'

const some = <Value>(values: readonly Value[]) => fc.uniqueArray(fc.constantFrom(...values))
const likings = fc.record(
  {
    categories: some(categorySlugs),
    tags: some(tagSlugs),
    authors: some(['a', 'b', 'c', 'd']),
  },
  { requiredKeys: [] },
)
const changes: fc.Arbitrary<AnswersChange> = fc.record(
  {
    add: likings,
    remove: likings,
    goal: fc.constantFrom(...readingGoals, null),
    keepsHistory: fc.boolean(),
    step: fc.constantFrom(...welcomeSteps),
    weekly: fc.record(
      { wanted: fc.boolean(), leadsWith: fc.constantFrom(...weeklyLeads) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
const answers = fc
  .array(changes, { maxLength: 6 })
  .map((several) => several.reduce(changeAnswers, noAnswers))

describe('an answer', () => {
  it('that arrives twice changes nothing more, and leaves what can be stored', () => {
    fc.assert(
      fc.property(answers, changes, (before, change) => {
        const once = changeAnswers(before, change)
        const twice = changeAnswers(once, change)
        // What is taken away and given back in one breath goes to the end again.
        const sorted = ({ categories, tags, authors }: Answers) =>
          [categories, tags, authors].map((list) => [...list].sort())
        expect({ ...twice, categories: [], tags: [], authors: [] }).toEqual({
          ...once,
          categories: [],
          tags: [],
          authors: [],
        })
        expect(sorted(twice)).toEqual(sorted(once))
        expect(preferencesSchema.safeParse(once).success).toBe(true)
      }),
    )
  })

  it('about one thing does not undo what another device says of another', () => {
    fc.assert(
      fc.property(answers, some(tagSlugs), some(categorySlugs), (before, tags, categories) => {
        const one = { add: { tags } }
        const other = { remove: { categories } }
        expect(changeAnswers(changeAnswers(before, one), other)).toEqual(
          changeAnswers(changeAnswers(before, other), one),
        )
      }),
    )
  })

  it('keeps what it does not speak of', () => {
    fc.assert(
      fc.property(answers, (before) => {
        expect(changeAnswers(before, {})).toEqual(before)
      }),
    )
  })

  it('can be merged with later ones into one change that does the same', () => {
    const several = fc.array(changes, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(answers, several, (before, inOrder) => {
        const merged = inOrder.reduce(mergeChanges)
        expect(changeAnswers(before, merged)).toEqual(inOrder.reduce(changeAnswers, before))
      }),
      { numRuns: 1000 },
    )
  })

  it('takes a goal back', () => {
    const chosen = changeAnswers(noAnswers, { goal: '3' })
    expect(chosen.goal).toBe('3')
    expect(changeAnswers(chosen, { goal: null }).goal).toBeNull()
  })
})

describe('the welcome', () => {
  it('remembers the farthest step, whichever way it is walked, and that somebody got through', () => {
    const walk = (...steps: readonly (typeof welcomeSteps)[number][]) =>
      steps.reduce((before, step) => changeAnswers(before, { step }), noAnswers).welcome
    expect(walk('welcome_preferences', 'welcome_why')).toEqual({
      step: 'welcome_preferences',
      finished: false,
    })
    expect(walk('welcome_app', 'welcome')).toEqual({ step: 'welcome_app', finished: true })
  })
})

describe('writers', () => {
  it('can be followed up to a number, and no further', () => {
    const authors = Array.from({ length: writersAtMost }, (_, number) => `writer-${number}`)
    const full = changeAnswers(noAnswers, { add: { authors } })
    expect(followsTooMany(full)).toBe(false)
    expect(followsTooMany(changeAnswers(full, { add: { authors: ['one-more'] } }))).toBe(true)
    expect(followsTooMany(changeAnswers(full, { add: { authors: ['writer-7'] } }))).toBe(false)
  })
})

describe('what a guest left', () => {
  const device = changeAnswers(noAnswers, {
    add: { categories: ['food'], authors: ['a'] },
    goal: '1',
    step: 'welcome_goals',
  })

  it('goes into an account that has said nothing', () => {
    const change = takenOver(noAnswers, device)!
    expect(changeAnswers(noAnswers, change)).toEqual(device)
  })

  it('gives way to what the account has said', () => {
    const account = changeAnswers(noAnswers, { add: { tags: ['nepal'] }, step: 'welcome_app' })
    expect(takenOver(account, device)).toEqual({ goal: '1' })
  })

  it('is taken over once: nothing of it is left to take', () => {
    fc.assert(
      fc.property(answers, answers, (account, left) => {
        const change = takenOver(account, left)
        if (!change) return
        const after = changeAnswers(account, change)
        expect(takenOver(after, left)).toBeNull()
        // What was never asked of a guest comes from no guest.
        expect(after.keepsHistory).toBe(account.keepsHistory)
        expect(after.weekly).toEqual(account.weekly)
        if (hasLikings(account)) expect(after.categories).toEqual(account.categories)
      }),
    )
  })
})
