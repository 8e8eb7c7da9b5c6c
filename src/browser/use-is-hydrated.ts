import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False in the built page until its script runs. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
