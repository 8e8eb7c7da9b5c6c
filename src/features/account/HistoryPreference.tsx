import Choices from './Choices.tsx'
import { answer } from './preferences-store.ts'
import { usePreferences } from './use-preferences.ts'

const choices = [
  {
    value: 'history',
    label: 'Remember what I read',
    note: 'So that you can go on where you stopped, on any device. Nobody else sees the list, and nothing is chosen by it. Take this back, and the list is gone.',
  },
] as const

/** Whether what the reader reads is kept for them. Not unless they say so. */
export default function HistoryPreference() {
  const { answers, isOpen } = usePreferences()
  return (
    <Choices
      title="Reading history"
      titled="unseen"
      name="history"
      kind="checkbox"
      choices={choices}
      chosen={answers.keepsHistory ? ['history'] : []}
      isOpen={isOpen}
      onChoose={(_, keepsHistory) => answer({ keepsHistory })}
    />
  )
}
