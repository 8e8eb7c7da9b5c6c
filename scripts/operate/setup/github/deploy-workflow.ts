/**
 * The workflow that builds and deploys on every publish. A build's state contains every article unencrypted, so it is
 * encrypted in the cache: pull requests, even from forks, can read the cache, but not the secret.
 */

export const deployWorkflowPath = '.github/workflows/deploy.yml'

/** The event that the Worker sends to start a build (`REBUILD_HOOK_EVENT`). */
export const rebuildEvent = 'publish'

/** The workflow's secrets. They are in the environment of the steps that need them, never in an argument. */
export const workflowSecrets = {
  build: ['FIREBASE_SERVICE_ACCOUNT', 'SEALING_KEYS'],
  deploy: ['CLOUDFLARE_API_TOKEN'],
  report: ['DESK_KEYS'],
} as const

const encryptedBuild = 'build.enc'
const cipher = 'aes-256-cbc -pbkdf2 -pass env:SEALING_KEYS'

const setEnvironment = (secrets: readonly string[]) =>
  ['        env:', ...secrets.map((name) => `          ${name}: \${{ secrets.${name} }}`)].join(
    '\n',
  )

export type WorkflowFacts = {
  readonly siteUrl: string
  readonly accountId: string
  readonly branch: string
}

export const createDeployWorkflow = ({ siteUrl, accountId, branch }: WorkflowFacts) => `\
# Written by \`npm run setup\`.
name: Deploy

on:
  repository_dispatch:
    types: [${rebuildEvent}]
  push:
    branches: [${branch}]
  schedule:
    # Builds from nothing every night.
    - cron: '17 2 * * *'
  workflow_dispatch:

permissions:
  contents: read

# One deployment at a time. GitHub keeps the newest waiting one, which publishes what the others would have.
concurrency:
  group: deploy

env:
  SITE_URL: ${siteUrl}
  CLOUDFLARE_ACCOUNT_ID: ${accountId}

defaults:
  run:
    # With pipefail.
    shell: bash

jobs:
  deploy:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    steps:
      - uses: actions/checkout@v5
        with:
          ref: ${branch}
          persist-credentials: false
      - uses: actions/setup-node@v5
        with:
          node-version-file: .nvmrc
          cache: npm
      - uses: actions/cache/restore@v4
        with:
          path: ${encryptedBuild}
          key: build-\${{ github.run_id }}
          restore-keys: build-
      - name: Decrypt the last build
        run: |
          test -f ${encryptedBuild} || exit 0
          openssl enc -d -${cipher} -in ${encryptedBuild} | tar x || rm -rf .local/build dist
${setEnvironment(['SEALING_KEYS'])}
      - name: Build
        run: npm run build -- --environment live \${{ github.event_name == 'schedule' && '--full' || '' }}
${setEnvironment(workflowSecrets.build)}
      - name: Deploy
        run: npm run deploy
${setEnvironment(workflowSecrets.deploy)}
      - name: Encrypt this build
        run: tar c .local/build dist | openssl enc -${cipher} -out ${encryptedBuild}
${setEnvironment(['SEALING_KEYS'])}
      - uses: actions/cache/save@v4
        with:
          path: ${encryptedBuild}
          key: build-\${{ github.run_id }}
      # Bindings, variables, migrations, secrets and the site as a guest sees it. Only reads.
      - name: Doctor
        run: npm run doctor -- --deployed
${setEnvironment(workflowSecrets.deploy)}
      - if: failure()
        run: npm run rebuild-failed -- "the build or check of $GITHUB_SHA"
${setEnvironment(workflowSecrets.report)}
`
