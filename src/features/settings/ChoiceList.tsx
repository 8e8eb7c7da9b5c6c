import styles from './choice-list.module.css'

export type Choice<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly note?: string | undefined
  readonly accentColour?: string | undefined
}

const titleClasses = { normal: styles.title, minor: styles.minor, hidden: 'unseen' }

/** Checkboxes or radio buttons with large targets, disabled until the current choice is known. */
export default function ChoiceList<Value extends string>({
  title,
  name,
  kind,
  choices,
  chosen,
  isOpen,
  titleStyle = 'normal',
  onChoose,
}: {
  title: string
  name: string
  kind: 'checkbox' | 'radio'
  choices: readonly Choice<Value>[]
  chosen: readonly Value[]
  isOpen: boolean
  /** `hidden` below a heading that says the same; `minor` for a follow-up question. */
  titleStyle?: 'normal' | 'minor' | 'hidden'
  onChoose: (value: Value, isChosen: boolean) => void
}) {
  return (
    <fieldset className={styles.choices} data-kind={kind} disabled={!isOpen}>
      <legend className={titleClasses[titleStyle]}>{title}</legend>
      <div className={styles.list}>
        {choices.map(({ value, label, note, accentColour }) => (
          <label key={value} data-accent={accentColour}>
            <input
              type={kind}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={(event) => onChoose(value, event.currentTarget.checked)}
            />
            <span>
              <span>{label}</span>
              {note && <small>{note}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
