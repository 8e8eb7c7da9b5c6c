import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categorySlugs } from '../category.ts'
import {
  adoptGuestPreferences,
  applyPreferencesChange,
  defaultPreferences,
  exceedsFollowLimit,
  hasTopicPreferences,
  maxFollowedAuthors,
  mergePreferencesChanges,
  type Preferences,
  type PreferencesChange,
  readingGoals,
  weeklyLeads,
  welcomeSteps,
} from './preferences.ts'
import { storedPreferencesSchema } from './stored-preferences.ts'

const tagSlugs = ['india', 'nepal', 'sriLanka']
const arbitrarySubset = <Value>(values: readonly Value[]) =>
  fc.uniqueArray(fc.constantFrom(...values))
const topicPreferences = fc.record(
  {
    categories: arbitrarySubset(categorySlugs),
    tags: arbitrarySubset(tagSlugs),
    authors: arbitrarySubset(['a', 'b', 'c', 'd']),
  },
  { requiredKeys: [] },
)
const changes: fc.Arbitrary<PreferencesChange> = fc.record(
  {
    add: topicPreferences,
    remove: topicPreferences,
    goal: fc.constantFrom(...readingGoals, null),
    isHistoryEnabled: fc.boolean(),
    step: fc.constantFrom(...welcomeSteps),
    weekly: fc.record(
      { isOn: fc.boolean(), leadsWith: fc.constantFrom(...weeklyLeads) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
const answers = fc
  .array(changes, { maxLength: 6 })
  .map((several) => several.reduce(applyPreferencesChange, defaultPreferences))

describe('a change of preferences', () => {
  it('is idempotent and storable', () => {
    fc.assert(
      fc.property(answers, changes, (before, change) => {
        const once = applyPreferencesChange(before, change)
        const twice = applyPreferencesChange(once, change)
        // Sorted, because an item that one change removes and adds moves to the end.
        const sorted = ({ categories, tags, authors }: Preferences) =>
          [categories, tags, authors].map((list) => [...list].sort())
        expect({ ...twice, categories: [], tags: [], authors: [] }).toEqual({
          ...once,
          categories: [],
          tags: [],
          authors: [],
        })
        expect(sorted(twice)).toEqual(sorted(once))
        expect(storedPreferencesSchema.safeParse(once).success).toBe(true)
      }),
    )
  })

  it('doesn’t undo other changes on another device', () => {
    fc.assert(
      fc.property(
        answers,
        arbitrarySubset(tagSlugs),
        arbitrarySubset(categorySlugs),
        (before, tags, categories) => {
          const one = { add: { tags } }
          const other = { remove: { categories } }
          expect(applyPreferencesChange(applyPreferencesChange(before, one), other)).toEqual(
            applyPreferencesChange(applyPreferencesChange(before, other), one),
          )
        },
      ),
    )
  })

  it('keeps all other preferences', () => {
    fc.assert(
      fc.property(answers, (before) => {
        expect(applyPreferencesChange(before, {})).toEqual(before)
      }),
    )
  })

  it('can be merged with later changes', () => {
    const several = fc.array(changes, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(answers, several, (before, inOrder) => {
        const merged = inOrder.reduce(mergePreferencesChanges)
        expect(applyPreferencesChange(before, merged)).toEqual(
          inOrder.reduce(applyPreferencesChange, before),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('clears a goal', () => {
    const chosen = applyPreferencesChange(defaultPreferences, { goal: '3' })
    expect(chosen.goal).toBe('3')
    expect(applyPreferencesChange(chosen, { goal: null }).goal).toBeNull()
  })
})

describe('the progress of the welcome', () => {
  it('includes the furthest step and the completion', () => {
    const visitSteps = (...steps: readonly (typeof welcomeSteps)[number][]) =>
      steps.reduce((before, step) => applyPreferencesChange(before, { step }), defaultPreferences)
        .welcome
    expect(visitSteps('welcome_preferences', 'welcome_why')).toEqual({
      step: 'welcome_preferences',
      finished: false,
    })
    expect(visitSteps('welcome_app', 'welcome')).toEqual({ step: 'welcome_app', finished: true })
  })
})

describe('writers', () => {
  it('can be followed only up to a maximum number', () => {
    const authors = Array.from({ length: maxFollowedAuthors }, (_, number) => `writer-${number}`)
    const full = applyPreferencesChange(defaultPreferences, { add: { authors } })
    expect(exceedsFollowLimit(full)).toBe(false)
    expect(
      exceedsFollowLimit(applyPreferencesChange(full, { add: { authors: ['one-more'] } })),
    ).toBe(true)
    expect(
      exceedsFollowLimit(applyPreferencesChange(full, { add: { authors: ['writer-7'] } })),
    ).toBe(false)
  })
})

describe('a guest’s preferences', () => {
  const device = applyPreferencesChange(defaultPreferences, {
    add: { categories: ['food'], authors: ['a'] },
    goal: '1',
    step: 'welcome_goals',
  })

  it('are adopted by an account without preferences', () => {
    const change = adoptGuestPreferences(defaultPreferences, device)!
    expect(applyPreferencesChange(defaultPreferences, change)).toEqual(device)
  })

  it('don’t replace the account’s preferences', () => {
    const account = applyPreferencesChange(defaultPreferences, {
      add: { tags: ['nepal'] },
      step: 'welcome_app',
    })
    expect(adoptGuestPreferences(account, device)).toEqual({ goal: '1' })
  })

  it('are adopted once', () => {
    fc.assert(
      fc.property(answers, answers, (account, adopted) => {
        const change = adoptGuestPreferences(account, adopted)
        if (!change) return
        const after = applyPreferencesChange(account, change)
        expect(adoptGuestPreferences(after, adopted)).toBeNull()
        // Guests don't have these settings.
        expect(after.isHistoryEnabled).toBe(account.isHistoryEnabled)
        expect(after.weekly).toEqual(account.weekly)
        if (hasTopicPreferences(account)) expect(after.categories).toEqual(account.categories)
      }),
    )
  })
})
