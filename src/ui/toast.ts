/**
 * Toasts: short messages that come over the page and leave by themselves. What shows them
 * (Toaster.tsx with React and react-hot-toast) loads with the first one and stands in a page once.
 */
import type { ToastAction } from './Toaster.tsx'

type Toaster = typeof import('./Toaster.tsx')

let loaded: Promise<Toaster> | undefined

/** Loads what shows toasts, for whoever may have one to show when the network is gone. */
export function prepareToasts(): Promise<Toaster | null> {
  loaded ??= import('./Toaster.tsx')
  return loaded.catch(() => {
    loaded = undefined
    return null
  })
}

async function mountedToaster(): Promise<Toaster | null> {
  const toaster = await prepareToasts()
  toaster?.mount()
  return toaster
}

async function showError(message: string, position: 'top-center' | 'bottom-center') {
  const toaster = await mountedToaster()
  // Not pretty, and seen for certain.
  if (!toaster) return alert(message)
  toaster.showError(message, position)
}

/** Yellow, for five seconds, at the top of the window. */
export function errorToastTop(message: string) {
  void showError(message, 'top-center')
}

/** The same at its bottom. */
export function errorToastBottom(message: string) {
  void showError(message, 'bottom-center')
}

export function successToast(message: string) {
  void mountedToaster().then((toaster) => toaster?.showSuccess(message))
}

/** Stays until the function that it answers is called. */
export function loadingToast(message: string): () => void {
  const shown = mountedToaster().then((toaster) => toaster?.showLoading(message))
  return () => void shown.then((end) => end?.())
}

/** With a button, which ends it. */
export function actionToast(message: string, action: ToastAction) {
  void mountedToaster().then((toaster) => toaster?.showAction(message, action))
}

/** Says something that is not urgent, at the bottom; stays until it is acted on or sent away. */
export function noticeToast(message: string, action: ToastAction) {
  void mountedToaster().then((toaster) => toaster?.showNotice(message, action))
}
