import { useEffect, useState } from 'react'
import {
  type DisplayPreferences,
  parseDisplayPreferences,
  readDisplayPreferences,
  storeDisplayPreferences,
} from '../../browser/display-preferences.ts'
import styles from './display-settings.module.css'

const themeLabels = { system: 'System', light: 'Light', dark: 'Dark' } as const
const textSizeLabels = { normal: 'Normal', large: 'Large', larger: 'Larger' } as const

export default function DisplaySettings() {
  // The first render is that of the built page.
  const [preference, setPreference] = useState(() => parseDisplayPreferences(null))
  const [isReady, setIsReady] = useState(false)
  const [isStored, setIsStored] = useState(true)

  useEffect(() => {
    setPreference(readDisplayPreferences())
    setIsReady(true)
  }, [])

  function changePreference(change: Partial<DisplayPreferences>) {
    const chosen = { ...preference, ...change }
    setPreference(chosen)
    setIsStored(storeDisplayPreferences(chosen))
  }

  return (
    <fieldset className={styles.display} disabled={!isReady}>
      <legend className="unseen">Display on this device</legend>
      <DisplayOption
        title="Theme"
        name="scheme"
        labels={themeLabels}
        chosen={preference.theme}
        onChoose={(theme) => changePreference({ theme })}
      />
      <DisplayOption
        title="Text size"
        name="text"
        labels={textSizeLabels}
        chosen={preference.textSize}
        onChoose={(textSize) => changePreference({ textSize })}
      />
      <p className={styles.note} role="status">
        {isStored
          ? ''
          : 'This browser can’t store your choice, so it only lasts until you leave this page.'}
      </p>
    </fieldset>
  )
}

function DisplayOption<Value extends string>({
  title,
  name,
  labels,
  chosen,
  onChoose,
}: {
  title: string
  name: string
  labels: Readonly<Record<Value, string>>
  chosen: Value
  onChoose: (value: Value) => void
}) {
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.options}>
        {(Object.keys(labels) as Value[]).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {labels[value]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
