import { useTask } from '../browser/use-task.ts'
import control from './button.module.css'
import styles from './load-failure.module.css'
import Problem from './Problem.tsx'

type Props = { readonly message: string; readonly onRetry: () => Promise<void> }

/** A message in place of content that couldn't be loaded. */
export default function LoadFailure({ message, onRetry }: Props) {
  const { isPending, run } = useTask()
  return (
    <div className={styles.failure}>
      <Problem>{isPending ? '' : message}</Problem>
      <button
        type="button"
        className={control.button}
        // The button isn't disabled while pending, so that it keeps the focus.
        onClick={() => isPending || run(() => onRetry().then(() => ''))}
      >
        {isPending ? 'Trying again…' : 'Try again'}
      </button>
    </div>
  )
}
