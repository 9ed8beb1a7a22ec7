export {
  NoFileError,
  type Received,
  receive,
  receiveForm,
  TooLargeError,
  UnsupportedError,
} from "#core/http/multipart";
