import { useEffect, useState } from 'react'
import {
  type DisplayPreferences,
  readDisplayPreferences,
  storeDisplayPreferences,
} from '../../browser/display-preferences.ts'
import { displaySettings, displayTitles } from '../../contracts/settings/display-settings.ts'
import { capitalise } from '../../domain/capitalise.ts'
import styles from './display-settings.module.css'

export default function DisplaySettings() {
  // The first render has to match the built page, so it shows no preferences yet.
  const [preferences, setPreferences] = useState<DisplayPreferences>({})
  const [isReady, setIsReady] = useState(false)
  const [isStored, setIsStored] = useState(true)

  useEffect(() => {
    setPreferences(readDisplayPreferences())
    setIsReady(true)
  }, [])

  function choose(name: string, value: string) {
    const chosen = { ...preferences, [name]: value }
    setPreferences(chosen)
    setIsStored(storeDisplayPreferences(chosen))
  }

  return (
    <fieldset className={styles.display} disabled={!isReady}>
      <legend className="unseen">Display on this device</legend>
      {displaySettings.map(({ name, values }, index) => (
        <fieldset key={name} className={styles.choice}>
          <legend>{displayTitles[index]}</legend>
          <div className={styles.options}>
            {values.map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  name={name}
                  value={value}
                  checked={value === (preferences[name] ?? values[0])}
                  onChange={() => choose(name, value)}
                />
                <span>{capitalise(value)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p className={styles.note} role="status">
        {isStored
          ? ''
          : 'This browser can’t store your choice, so it only lasts until you leave this page.'}
      </p>
    </fieldset>
  )
}
