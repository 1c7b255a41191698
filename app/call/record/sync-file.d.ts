/** The File System Standard in workers: https://fs.spec.whatwg.org. Missing in TypeScript's DOM library. */
interface FileSystemSyncAccessHandle {
  /** @returns the number of bytes written */
  write(data: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>;
}
