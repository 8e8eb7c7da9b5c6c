import type { ReactNode } from 'react'
import field from '../../ui/field.module.css'
import styles from './gift-order.module.css'

type ControlProps = {
  readonly id: string
  readonly className: string | undefined
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean | undefined
}

type Props = {
  /** An id that is unique on the page. */
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}

/** A labelled control, with its hint above and its problem below. */
export default function GiftField({ id, label, hint, problem, children }: Props) {
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span id={`${id}-hint`} className={field.hint}>
          {hint}
        </span>
      )}
      {children({
        id,
        className: field.input,
        'aria-describedby': hint ? `${id}-problem ${id}-hint` : `${id}-problem`,
        'aria-invalid': problem ? true : undefined,
      })}
      <span id={`${id}-problem`} className={styles.problem}>
        {problem}
      </span>
    </div>
  )
}
