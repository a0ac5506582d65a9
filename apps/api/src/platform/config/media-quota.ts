/** What all files of one person may come to, profile pictures aside. */
export interface MediaQuota {
  bytes: number;
  files: number;
}
