import styles from './choices.module.css'

export type Choice<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly note?: string | undefined
  readonly dye?: string | undefined
}

const legends = { plainly: styles.title, minor: styles.minor, unseen: 'unseen' }

/**
 * Boxes to tick or buttons to press, each as large as a thumb, with the words as their label. They
 * open when it is known what is chosen already: none is taken that would be lost.
 */
export default function Choices<Value extends string>({
  title,
  name,
  kind,
  choices,
  chosen,
  isOpen,
  titled = 'plainly',
  onChoose,
}: {
  title: string
  name: string
  kind: 'checkbox' | 'radio'
  choices: readonly Choice<Value>[]
  chosen: readonly Value[]
  isOpen: boolean
  /** `unseen` where a heading beside it says the same; `minor` where another question brings it. */
  titled?: 'plainly' | 'minor' | 'unseen'
  onChoose: (value: Value, isChosen: boolean) => void
}) {
  return (
    <fieldset className={styles.choices} data-kind={kind} disabled={!isOpen}>
      <legend className={legends[titled]}>{title}</legend>
      <div className={styles.list}>
        {choices.map(({ value, label, note, dye }) => (
          <label key={value} data-dye={dye}>
            <input
              type={kind}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={(event) => onChoose(value, event.currentTarget.checked)}
            />
            <span>
              {label}
              {note && <small>{note}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
