import type { WeeklyLead } from '../../domain/answers.ts'
import Choices, { type Choice } from './Choices.tsx'
import styles from './choices.module.css'
import { answer, type PreferencesState } from './preferences-store.ts'
import { usePreferences } from './use-preferences.ts'

const joining = [
  {
    value: 'weekly',
    label: 'Send me The Weekly',
    note: 'A letter every Sunday, with the stories of the week. It costs nothing.',
  },
] as const

const leads: readonly Choice<WeeklyLead>[] = [
  { value: 'editors', label: 'With what the editors put first' },
  { value: 'topics', label: 'With what I turn to first' },
]

/** Whether The Weekly comes to the account's address, and what it begins with. */
export default function NewsletterPreference() {
  const state = usePreferences()
  const { wanted, leadsWith } = state.answers.weekly
  // Only the server knows where it would go, and whether it goes there already.
  const isOpen = state.isOpen && state.address !== null && state.address.email !== ''
  return (
    <div>
      <Choices
        title="The Weekly"
        titled="unseen"
        name="weekly"
        kind="checkbox"
        choices={joining}
        chosen={wanted ? ['weekly'] : []}
        isOpen={isOpen}
        onChoose={(_, isWanted) => answer({ weekly: { wanted: isWanted } })}
      />
      <p className={styles.note} role="status">
        {whereItGoes(state)}
      </p>
      <Choices
        title="It begins"
        titled="minor"
        name="leads-with"
        kind="radio"
        choices={leads}
        chosen={[leadsWith]}
        isOpen={isOpen && wanted}
        onChoose={(leadsWith) => answer({ weekly: { leadsWith } })}
      />
    </div>
  )
}

function whereItGoes({ address, answers }: PreferencesState): string {
  if (!address) return ''
  if (address.email === '') return 'Your account has no e-mail address for it to go to.'
  if (!answers.weekly.wanted) return `It would go to ${address.email}.`
  return address.verified
    ? `It goes to ${address.email}.`
    : `It goes to ${address.email} as soon as you have confirmed that the address is yours.`
}
