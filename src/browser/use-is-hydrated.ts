import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Returns false in the built page until its script runs. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
