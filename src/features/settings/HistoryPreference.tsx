import ChoiceList from './ChoiceList.tsx'
import { updatePreferences } from './preferences-store.ts'
import { usePreferences } from './use-preferences.ts'

const historyChoices = [
  {
    value: 'history',
    label: 'Remember what I read',
    note: 'So you can continue where you stopped, on any device. Nobody else sees the list, and we don’t use it for recommendations. If you turn your history off, we’ll delete the list.',
  },
] as const

/** Reading history is off by default. */
export default function HistoryPreference() {
  const { preferences, isReady } = usePreferences()
  return (
    <ChoiceList
      title="Reading history"
      titleStyle="hidden"
      name="history"
      kind="checkbox"
      choices={historyChoices}
      chosen={preferences.isHistoryEnabled ? ['history'] : []}
      isOpen={isReady}
      onChoose={(_, isHistoryEnabled) => updatePreferences({ isHistoryEnabled })}
    />
  )
}
