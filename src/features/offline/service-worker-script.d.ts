/** The service worker as one script (scripts/build/service-worker-plugin.ts). */
declare module 'virtual:service-worker' {
  const script: string
  export default script
}
