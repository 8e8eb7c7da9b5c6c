import { useProblemId } from './ActionForm.tsx'
import field from './field.module.css'

const names = [
  { label: 'First name', name: 'first_name', autoComplete: 'given-name' },
  { label: 'Last name', name: 'last_name', autoComplete: 'family-name' },
] as const

type Props = {
  readonly values: { readonly first_name?: string; readonly last_name?: string }
  readonly isFirstRequired?: boolean
}

export default function NameFields({ values, isFirstRequired = false }: Props) {
  const problemId = useProblemId()
  return names.map(({ label, name, autoComplete }) => (
    <label key={name} className={field.field}>
      <span>{label}</span>
      <input
        className={field.input}
        name={name}
        autoComplete={autoComplete}
        maxLength={100}
        required={isFirstRequired && name === 'first_name'}
        defaultValue={values[name]}
        aria-describedby={problemId}
      />
    </label>
  ))
}
