/** The one place in a page where toasts appear. Only toast.ts loads it. */
import { createRoot } from 'react-dom/client'
import { type DefaultToastOptions, Toaster, toast } from 'react-hot-toast'
import styles from './toaster.css?inline'

/**
 * Milliseconds. The library has the same defaults; here they are promised. That it holds 20 toasts
 * at most cannot be set from outside, so a test watches over it.
 */
export const toastOptions: DefaultToastOptions = {
  className: 'toast',
  icon: null,
  // As long as it takes a toast to leave.
  removeDelay: 200,
  blank: { duration: 4000 },
  error: { duration: 4000 },
  custom: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY, icon: <span className="toast-spinner" /> },
}

const errorDuration = 5000

export function Toasts() {
  return <Toaster position="top-center" toastOptions={toastOptions} />
}

let isMounted = false

/** Puts the place into the page, once, before the first toast. */
export function mount() {
  if (isMounted) return
  isMounted = true
  const style = document.createElement('style')
  style.textContent = styles
  document.head.append(style)
  const place = document.createElement('div')
  place.dataset.screenOnly = ''
  document.body.append(place)
  createRoot(place).render(<Toasts />)
}

export function showError(message: string, position: 'top-center' | 'bottom-center') {
  toast.error(message, {
    position,
    duration: errorDuration,
    className: 'toast toast-error',
    ariaProps: { role: 'alert', 'aria-live': 'assertive' },
  })
}

export function showSuccess(message: string) {
  toast.success(message)
}

/** Answers what ends it. */
export function showLoading(message: string): () => void {
  const id = toast.loading(message)
  return () => toast.dismiss(id)
}

export function showAction(message: string, { label, act }: ToastAction) {
  toast(({ id }) => (
    <span className="toast-words">
      {message}
      <button
        type="button"
        onClick={() => {
          toast.dismiss(id)
          act()
        }}
      >
        {label}
      </button>
    </span>
  ))
}

/** What the reader may do about what a toast says. */
export type ToastAction = { readonly label: string; readonly act: () => void }

export function showNotice(message: string, { label, act }: ToastAction) {
  toast(
    ({ id }) => (
      <span className="toast-notice">
        {message}
        <span>
          <button type="button" onClick={act}>
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
