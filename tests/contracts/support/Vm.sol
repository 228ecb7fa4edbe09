// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// What the tests use of forge's cheat codes; the package that declares them all is not on npm.
interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function prank(address sender, address origin) external;
    function computeCreateAddress(address deployer, uint256 nonce) external pure returns (address);
    function getNonce(address account) external view returns (uint64);
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata refusal) external;
    function expectEmit(address emitter) external;
    function assume(bool condition) external pure;
    function envOr(string calldata name, bytes calldata otherwise) external view returns (bytes memory);
}
