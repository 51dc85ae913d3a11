/** The nonce of this page's content-security policy: code that creates a `<style>` at run time must set it. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// Where the scroll lock of Mantine's dialogs looks for it.
Object.assign(window, { __webpack_nonce__: nonce });
