/** Short messages over the page. Toaster.tsx, with React and react-hot-toast, loads with the first one. */
import type { ToastAction } from './Toaster.tsx'

type Toaster = typeof import('./Toaster.tsx')

let loaded: Promise<Toaster> | undefined

/** Loads toasts early, for pages that may have to show one when the network is gone. */
export function prepareToasts(): Promise<Toaster | null> {
  loaded ??= import('./Toaster.tsx')
  return loaded.catch(() => {
    loaded = undefined
    return null
  })
}

async function loadMountedToaster(): Promise<Toaster | null> {
  const toaster = await prepareToasts()
  toaster?.mountToaster()
  return toaster
}

async function showError(message: string, position: 'top-center' | 'bottom-center') {
  const toaster = await loadMountedToaster()
  if (!toaster) return alert(message)
  toaster.showError(message, position)
}

/** Shows a yellow toast for five seconds at the top of the window. */
export function showErrorToastTop(message: string) {
  void showError(message, 'top-center')
}

export function showErrorToastBottom(message: string) {
  void showError(message, 'bottom-center')
}

export function showActionToast(message: string, action: ToastAction) {
  void loadMountedToaster().then((toaster) => toaster?.showAction(message, action))
}

/** Shows a toast at the bottom, which stays until the reader presses its button or dismisses it. */
export function showNoticeToast(message: string, action: ToastAction) {
  void loadMountedToaster().then((toaster) => toaster?.showNotice(message, action))
}
