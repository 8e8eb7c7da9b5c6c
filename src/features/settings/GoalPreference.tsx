import { issueWeekday } from '../../domain/newsletter/issue-day.ts'
import type { ReadingGoal } from '../../domain/preferences/preferences.ts'
import { newsletter } from '../../publication/newsletter.ts'
import ChoiceList, { type Choice } from './ChoiceList.tsx'
import { updatePreferences } from './preferences-store.ts'
import { usePreferences } from './use-preferences.ts'

export const goalChoices: readonly Choice<ReadingGoal>[] = [
  { value: '1', label: 'One story a week', note: `On a ${issueWeekday}, with ${newsletter.name}` },
  { value: '3', label: 'Three a week', note: 'About a quarter of an hour in total' },
  { value: '7', label: 'One a day', note: 'About five minutes' },
  { value: 'none', label: 'No goal', note: 'Whenever you feel like it' },
]

export default function GoalPreference({
  title = 'In a typical week',
  isTitleHidden = false,
}: {
  title?: string
  isTitleHidden?: boolean
}) {
  const { preferences, isReady } = usePreferences()
  return (
    <ChoiceList
      title={title}
      titleStyle={isTitleHidden ? 'hidden' : 'normal'}
      name="goal"
      kind="radio"
      choices={goalChoices}
      chosen={preferences.goal === null ? [] : [preferences.goal]}
      isOpen={isReady}
      onChoose={(goal) => updatePreferences({ goal })}
    />
  )
}
