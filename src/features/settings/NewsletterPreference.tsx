import { newsletterFrequency } from '../../domain/newsletter/issue-day.ts'
import type { WeeklyLead } from '../../domain/preferences/preferences.ts'
import { newsletter } from '../../publication/newsletter.ts'
import ChoiceList, { type Choice } from './ChoiceList.tsx'
import styles from './choice-list.module.css'
import { type PreferencesState, updatePreferences } from './preferences-store.ts'
import { usePreferences } from './use-preferences.ts'

const newsletterChoices = [
  {
    value: 'weekly',
    label: `Send me ${newsletter.name}`,
    note: `A free email ${newsletterFrequency} with the stories of the week.`,
  },
] as const

const leadChoices: readonly Choice<WeeklyLead>[] = [
  { value: 'editors', label: 'The editors’ choice' },
  { value: 'topics', label: 'My topics' },
]

export default function NewsletterPreference() {
  const state = usePreferences()
  const { isOn, leadsWith } = state.preferences.weekly
  // Only the server has the address and its subscription.
  const isOpen = state.isReady && state.address !== null && state.address.email !== ''
  return (
    <div>
      <ChoiceList
        title={newsletter.name}
        titleStyle="hidden"
        name="weekly"
        kind="checkbox"
        choices={newsletterChoices}
        chosen={isOn ? ['weekly'] : []}
        isOpen={isOpen}
        onChoose={(_, isChosen) => updatePreferences({ weekly: { isOn: isChosen } })}
      />
      <p className={styles.note} role="status">
        {describeDelivery(state)}
      </p>
      <ChoiceList
        title={`${newsletter.name} starts with`}
        titleStyle="minor"
        name="leads-with"
        kind="radio"
        choices={leadChoices}
        chosen={[leadsWith]}
        isOpen={isOpen && isOn}
        onChoose={(leadsWith) => updatePreferences({ weekly: { leadsWith } })}
      />
    </div>
  )
}

function describeDelivery({ address, preferences }: PreferencesState): string {
  if (!address) return ''
  if (address.email === '')
    return `Your account has no email address, so we can’t send you ${newsletter.name}.`
  if (!preferences.weekly.isOn) return `We’d send it to ${address.email}.`
  return address.verified
    ? `We send it to ${address.email}.`
    : `We’ll send it to ${address.email} once you’ve confirmed that the address is yours. Check your inbox for our email.`
}
