import type { Ref } from 'react'
import { useProblemId } from './ActionForm.tsx'
import field from './field.module.css'

type Props = {
  readonly label?: string
  readonly hint?: string
  readonly name?: string
  /** `username` for the address that the reader logs in with. */
  readonly autoComplete?: 'username' | 'email'
  readonly defaultValue?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

export default function EmailField({
  label = 'Email',
  hint,
  name = 'email',
  autoComplete = 'username',
  defaultValue,
  ref,
}: Props) {
  const problemId = useProblemId()
  const id = `${problemId}-${name}`
  return (
    <label className={field.field}>
      <span id={id}>{label}</span>
      {hint && (
        <span id={`${id}-hint`} className={field.hint}>
          {hint}
        </span>
      )}
      <input
        ref={ref}
        className={field.input}
        type="email"
        name={name}
        autoComplete={autoComplete}
        defaultValue={defaultValue}
        maxLength={254}
        required
        // The label alone is the field's accessible name.
        aria-labelledby={hint && id}
        aria-describedby={hint ? `${problemId} ${id}-hint` : problemId}
      />
    </label>
  )
}
