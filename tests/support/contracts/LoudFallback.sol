// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Whatever it is called with, it says that a Safe has executed it; it has no coins and pays nothing.
contract LoudFallback {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    fallback() external payable {
        emit ExecutionSuccess(bytes32(uint256(1)), 0);
    }
}
