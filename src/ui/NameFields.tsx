import field from './field.module.css'

type Props = {
  readonly first: string | undefined
  readonly last: string | undefined
  /** Whether there has to be a first name; nobody has to have two. */
  readonly isRequired?: boolean
  /** The id of what says why a name cannot be kept. */
  readonly problemId: string
}

/** How somebody is called, as `first_name` and `last_name` of the form around it. */
export default function NameFields({ first, last, isRequired = false, problemId }: Props) {
  return (
    <>
      <label className={field.field}>
        First name
        <input
          className={field.input}
          name="first_name"
          autoComplete="given-name"
          maxLength={100}
          required={isRequired}
          defaultValue={first}
          aria-describedby={problemId}
        />
      </label>
      <label className={field.field}>
        Last name
        <input
          className={field.input}
          name="last_name"
          autoComplete="family-name"
          maxLength={100}
          defaultValue={last}
          aria-describedby={problemId}
        />
      </label>
    </>
  )
}
