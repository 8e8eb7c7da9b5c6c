import { createContext, type ReactNode, use } from 'react'
import { useIsHydrated } from '../browser/use-is-hydrated.ts'
import { type Task, useTask } from '../browser/use-task.ts'
import styles from './auth-form.module.css'
import control from './button.module.css'
import field from './field.module.css'

const ProblemId = createContext('')

/** The id of the error message of the form around a field. */
export const useProblemId = () => use(ProblemId)

type Props<Name extends string> = {
  /** A name that is unique on the page. */
  readonly name: string
  readonly action: (
    fields: Readonly<Record<Name, string>>,
    form: HTMLFormElement,
  ) => Promise<string>
  readonly button: string
  readonly pendingButton?: string | undefined
  readonly isMinor?: boolean
  readonly isDisabled?: boolean
  /** Whether the action, and not the browser, checks the fields. */
  readonly isSelfValidated?: boolean
  readonly className?: string | undefined
  /** A task shared with other buttons; otherwise the form has its own. */
  readonly task?: Task
  /** Replaces the task's message. */
  readonly problem?: ReactNode
  /** Replaces the submit button with "Try again". */
  readonly onRetry?: (() => void) | undefined
  readonly onInput?: (form: HTMLFormElement) => void
  readonly children: ReactNode
}

/**
 * A form that keeps what was typed when its action fails. React would reset a `<form action={…}>`, which also needs an
 * inline script that our policy forbids. `method="post"` keeps passwords out of addresses.
 */
export default function ActionForm<Name extends string>(props: Props<Name>) {
  const ownTask = useTask()
  const isHydrated = useIsHydrated()
  const { name, action, button, pendingButton = button, task = ownTask, onInput, onRetry } = props
  const problemId = `${name}-problem`
  const buttonClass = props.isMinor ? control.button : control.primary

  return (
    <ProblemId value={problemId}>
      <form
        className={props.className ?? styles.form}
        method="post"
        noValidate={props.isSelfValidated}
        onSubmit={(event) => {
          event.preventDefault()
          // React passes the event on to a form around this component.
          event.stopPropagation()
          const form = event.currentTarget
          const fields = Object.fromEntries(new FormData(form)) as Record<Name, string>
          task.run(() => action(fields, form))
        }}
        onInput={(event) => onInput?.(event.currentTarget)}
      >
        {props.children}
        <p id={problemId} className={field.error} role="alert">
          {props.problem ?? task.problem}
        </p>
        {onRetry ? (
          <button type="button" className={buttonClass} onClick={onRetry}>
            Try again
          </button>
        ) : (
          <button
            type="submit"
            className={buttonClass}
            disabled={!isHydrated || task.isPending || props.isDisabled}
          >
            {task.isPending ? pendingButton : button}
          </button>
        )}
      </form>
    </ProblemId>
  )
}
