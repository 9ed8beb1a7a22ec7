/** Reading uploads as a stream. */
export {
  type Format,
  NoFileError,
  type Received,
  receive,
  receiveForm,
  receiveFormOf,
  TooLargeError,
  UnsupportedError,
} from "#core/http/multipart";
