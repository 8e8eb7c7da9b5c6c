import type { ReadingGoal } from '../../domain/answers.ts'
import Choices, { type Choice } from './Choices.tsx'
import { answer } from './preferences-store.ts'
import { usePreferences } from './use-preferences.ts'

export const goals: readonly Choice<ReadingGoal>[] = [
  { value: '1', label: 'One story a week', note: 'On a Sunday, say, with the letter' },
  { value: '3', label: 'Three a week', note: 'A quarter of an hour in all' },
  { value: '7', label: 'One a day', note: 'Five minutes, instead of something worse' },
  { value: 'none', label: 'As it comes', note: 'The rain has no goal either' },
]

/** How much of it the reader would like. */
export default function GoalPreference({
  title = 'In an ordinary week',
  isUnseen = false,
}: {
  title?: string
  /** Where a heading beside it says the same. */
  isUnseen?: boolean
}) {
  const { answers, isOpen } = usePreferences()
  return (
    <Choices
      title={title}
      titled={isUnseen ? 'unseen' : 'plainly'}
      name="goal"
      kind="radio"
      choices={goals}
      chosen={answers.goal === null ? [] : [answers.goal]}
      isOpen={isOpen}
      onChoose={(goal) => answer({ goal })}
    />
  )
}
