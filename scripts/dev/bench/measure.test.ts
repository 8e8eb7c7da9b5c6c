import { expect, it } from 'vitest'
import { measure } from './measure.ts'

const onLinux = process.platform === 'linux'

it('the measurement includes the CPU time and the memory of a program and its children', async () => {
  const burn = 'do for(let i=0,x=0;i<1e7;i++)x+=i; while(process.cpuUsage().user<4e5);'
  const keep = `const kept=Buffer.alloc(2e8,1);${burn}kept.length`
  const parent = `require('child_process').execFileSync(process.execPath,['-e',${JSON.stringify(keep)}])`
  const { wallSeconds, userSeconds, peakBytes } = await measure(process.execPath, ['-e', parent])
  expect(wallSeconds).toBeGreaterThan(0.2)
  if (onLinux) {
    expect(userSeconds).toBeGreaterThan(0.35)
    expect(peakBytes).toBeGreaterThan(2e8)
  } else {
    expect([userSeconds, peakBytes]).toEqual([null, null])
  }
})

it('the measurement of a failing program throws an error with the program’s output', async () => {
  const failing = measure(process.execPath, ['-e', 'console.error("no paper"); process.exit(3)'])
  await expect(failing).rejects.toThrow('no paper')
})
