import control from './button.module.css'

/** Says why a page can't be shown at the moment, and offers to load it again. */
export const offerRetry = (message: string, onRetry: () => void) => (
  <>
    <p role="alert">{message}</p>
    <button type="button" className={control.button} onClick={onRetry}>
      Try again
    </button>
  </>
)
