/** Shows toasts. Only toast.ts loads it. */
import { createRoot } from 'react-dom/client'
import { type DefaultToastOptions, Toaster, toast } from 'react-hot-toast'
import styles from './toaster.css?inline'

/** In milliseconds, from the specification. The library's limit of 20 toasts is fixed, so a test checks it. */
export const toastOptions: DefaultToastOptions = {
  className: 'toast',
  icon: null,
  // The duration of the animation in toaster.css.
  removeDelay: 200,
  blank: { duration: 4000 },
  error: { duration: 4000 },
  custom: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY },
}

const errorDuration = 5000

export function ToastContainer() {
  return <Toaster position="top-center" toastOptions={toastOptions} />
}

let isMounted = false

export function mountToaster() {
  if (isMounted) return
  isMounted = true
  const style = document.createElement('style')
  style.textContent = styles
  document.head.append(style)
  const container = document.createElement('div')
  container.dataset.screenOnly = ''
  document.body.append(container)
  createRoot(container).render(<ToastContainer />)
}

export function showError(message: string, position: 'top-center' | 'bottom-center') {
  toast.error(message, {
    position,
    duration: errorDuration,
    className: 'toast toast-error',
    ariaProps: { role: 'alert', 'aria-live': 'assertive' },
  })
}

export function showAction(message: string, { label, onAction }: ToastAction) {
  toast(({ id }) => (
    <span className="toast-words">
      <span>{message}</span>
      <button
        type="button"
        onClick={() => {
          toast.dismiss(id)
          onAction()
        }}
      >
        {label}
      </button>
    </span>
  ))
}

export type ToastAction = { readonly label: string; readonly onAction: () => void }

export function showNotice(message: string, { label, onAction }: ToastAction) {
  toast(
    ({ id }) => (
      <span className="toast-notice">
        <span>{message}</span>
        <span className="toast-choice">
          <button type="button" onClick={onAction}>
            {label}
          </button>
          <button type="button" onClick={() => toast.dismiss(id)}>
            Later
          </button>
        </span>
      </span>
    ),
    { position: 'bottom-center', duration: Number.POSITIVE_INFINITY },
  )
}
