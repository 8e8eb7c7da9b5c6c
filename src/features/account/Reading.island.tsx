import { useEffect, useState } from 'react'
import {
  keepReadingPreference,
  parseReadingPreference,
  type ReadingPreference,
  readReadingPreference,
} from '../../browser/reading-preference.ts'
import styles from './reading.module.css'

const schemeNames = { auto: 'As the device', light: 'Light', dark: 'Dark' } as const
const textNames = { normal: 'Normal', large: 'Large', larger: 'Larger' } as const

/** Paper and size of text on this device. Needs no account: what is chosen stays in the browser. */
export default function Reading() {
  // The same as in the page that was built; what is kept comes with the first effect.
  const [preference, setPreference] = useState(() => parseReadingPreference(null))
  const [isReady, setIsReady] = useState(false)
  const [isKept, setIsKept] = useState(true)

  useEffect(() => {
    setPreference(readReadingPreference())
    setIsReady(true)
  }, [])

  function choose(change: Partial<ReadingPreference>) {
    const chosen = { ...preference, ...change }
    setPreference(chosen)
    setIsKept(keepReadingPreference(chosen))
  }

  return (
    <fieldset className={styles.reading} disabled={!isReady}>
      <legend className="unseen">Reading on this device</legend>
      <Choice
        title="Paper"
        name="scheme"
        names={schemeNames}
        chosen={preference.scheme}
        onChoose={(scheme) => choose({ scheme })}
      />
      <Choice
        title="Text"
        name="text"
        names={textNames}
        chosen={preference.text}
        onChoose={(text) => choose({ text })}
      />
      <p className={styles.note} role="status">
        {isKept ? '' : 'This browser keeps nothing, so it holds until you leave the page.'}
      </p>
    </fieldset>
  )
}

function Choice<Value extends string>({
  title,
  name,
  names,
  chosen,
  onChoose,
}: {
  title: string
  name: string
  names: Readonly<Record<Value, string>>
  chosen: Value
  onChoose: (value: Value) => void
}) {
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.options}>
        {(Object.keys(names) as Value[]).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {names[value]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
