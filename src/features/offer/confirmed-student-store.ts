/**
 * Whether a student has been confirmed in this browser, in `localStorage.student`. The proof is a cookie that
 * scripts can't read, and that may have expired.
 */
import { readDeviceItem, removeDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'

const studentKey = 'student'

export const isStudentStored = () => readDeviceItem(studentKey) !== null
export const storeStudent = () => storeDeviceItem(studentKey, '1')
export const forgetStudent = () => removeDeviceItem(studentKey)
